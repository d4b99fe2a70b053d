import { expect, test } from '@jest/globals';
import { allRoutes } from '../../../../gateway/app.ts';
import { createRouteFinder } from '../../../../gateway/routing/route-finder.ts';

const routes = allRoutes({ publicUrl: 'https://localhost', version: '0', signingKeys: { list: async () => [] } });
const find = createRouteFinder(routes);
const idOf = (method: string, path: string) => find(path)?.get(method)?.operationId;

test.each([
  ['GET', '/api/v1/clients', 'listClients'],
  ['GET', '/api/v1/clients?search=a%26b/c', 'listClients'],
  ['HEAD', '/api/v1/clients/1', 'getClient'],
  ['GET', '/api/v1/clients/a%2Fb%20c', 'getClient'],
  ['POST', '/api/v1/clients/import', 'importClients'],
  ['POST', '/api/v1/clients/import/archive', 'archiveClient'],
  ['GET', '/api/v1/auth/can', 'checkPermission'],
  ['GET', '/.well-known/jwks.json', 'listTokenKeys'],
])('%s %s is %s', (method, path, operationId) => {
  expect(idOf(method, path)).toBe(operationId);
});

test.each([
  '/api/v1/Clients',
  '/api/v1/clients/',
  '/api/v1/client%73',
  '/api/v1/clients//archive',
  '/api/v1/clients/%ff',
  '/api/v1/clients/1/2/3',
  '/xwell-known/jwks.json',
  'api/v1/clients',
  '',
  '/',
])('there is no path %j', (path) => {
  expect(find(path)).toBeUndefined();
});
