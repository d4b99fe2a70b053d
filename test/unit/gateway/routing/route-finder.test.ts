import { expect, test } from '@jest/globals';
import { Scope } from '#proto/identity/v1/contract.ts';
import { allRoutes } from '../../../../gateway/app.ts';
import { refusalOf } from '../../../../gateway/routing/pipeline.ts';
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
  ['GET', '/api/v1/delivery-notes/1.pdf', 'drawPdfOfDeliveryNote'],
  ['GET', '/api/v1/delivery-notes/1.2', 'getDeliveryNote'],
  ['GET', '/api/v1/delivery-notes/.pdf', 'getDeliveryNote'],
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

test('a path knows its methods', () => {
  expect([...(find('/api/v1/clients/1')?.keys() ?? [])].sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PATCH']);
});

test('every scope that a route asks for is one that a key can hold', () => {
  const asked = routes.flatMap(({ scope }) => scope ?? []);
  expect(asked.filter((scope) => !Scope.safeParse(scope).success)).toEqual([]);
  const key = { kind: 'key', id: 'k', orgId: 'o', role: 'staff' } as const;
  for (const route of routes.filter(({ scope }) => scope !== undefined)) {
    expect(refusalOf(route, { ...key, scopes: [route.scope as string] })).toBeUndefined();
    expect(refusalOf(route, { ...key, scopes: [] })).toBe(`The API key lacks the scope ${route.scope}`);
  }
});

test('what is public is nobody refused', () => {
  for (const route of routes.filter(({ role }) => role === 'public')) {
    expect(refusalOf(route, { kind: 'key', id: 'k', orgId: 'o', role: 'client', scopes: [] })).toBeUndefined();
  }
});

test('keys without a scope reach whoami and the role tests, and no more', () => {
  const key = { kind: 'key', id: 'k', orgId: 'o', role: 'staff', scopes: [] } as const;
  const open = routes.filter(
    (route) => route.role !== 'public' && refusalOf(route, { ...key, scopes: [] }) === undefined,
  );
  expect(open.map(({ operationId }) => operationId).sort()).toEqual([
    'checkPermission',
    'getMe',
    'testClient',
    'testStaff',
  ]);
});
