import { describe, expect, test } from '@jest/globals';
import { newClient } from '../../support/grpc.ts';
import { type Caller, caller, query, recordOf, rpcsFor } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();
const { clients } = product;

const create = (who: Caller) => recordOf(clients.createClient(newClient, who));

test('refuses every change for a caller that has seen another revision', async () => {
  const who = caller();
  const { id } = await create(who);
  const stale = { id, expectedRevision: 7 };
  const changes = [
    clients.updateClient({ ...stale, patch: { name: 'x' }, fields: ['name'] }, who),
    clients.archiveClient(stale, who),
    clients.restoreClient(stale, who),
    clients.deleteClient(stale, who),
  ];
  for (const change of changes) await expect(change).rejects.toMatchObject({ code: 'version_mismatch' });
  expect(await clients.archiveClient({ id, expectedRevision: 1 }, who)).toMatchObject({ revision: 2 });
});

describe('access', () => {
  test('a client user without a client sees none', async () => {
    const who = caller();
    const { id } = await create(who);
    const unbound = caller({ ...who.context.principal, role: 'client' });
    expect(await clients.listClients(query(), unbound)).toMatchObject({ data: [], total: 0 });
    await expect(clients.getClient({ id }, unbound)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a client caller reaches the reads of clients and styles alone, and a key without scopes nothing', () => {
    expect(rpcsFor(product.parts.services, { role: 'client' })).toEqual([
      ...['GetClient', 'ListClients', 'GetStyle', 'ListStyles'],
      ...['GetSnapshots', 'GetStylesOfSkus'],
    ]);
    expect(rpcsFor(product.parts.services, { kind: 'key', scopes: [] })).toEqual([]);
  });

  test.each([
    [['read:*'], ['GetClient', 'ListClients']],
    [
      ['create:clients', 'delete:clients'],
      ['CreateClient', 'DeleteClient', 'ImportClients'],
    ],
    [['write:clients'], ['CreateClient', 'UpdateClient', 'ArchiveClient', 'RestoreClient', 'ImportClients']],
  ])('an API key that holds %j may %j', (scopes, may) => {
    const own = product.parts.services.filter(({ name }) => name === 'ClientService');
    expect(rpcsFor(own, { kind: 'key', scopes })).toEqual(may);
  });
});
