import { describe, expect, test } from '@jest/globals';
import type { Principal } from '#chassis/rpc/context.ts';
import { type Caller, caller, query, rpcsFor } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();
const { clients } = product;

/** Another caller in the same org. */
const inOrgOf = ({ context }: Caller, fields: Partial<Principal>) => caller({ ...context.principal, ...fields });

const acme = { name: 'Acme', country: 'Germany', maxAccountValue: 1000.5, currency: 'EUR' };

async function create(who: Caller, fields: object = {}) {
  const { record } = await clients.createClient({ client: { ...acme, ...fields } }, who);
  if (!record) throw new Error('No record');
  return record;
}

describe('one client', () => {
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
});

describe('access', () => {
  test('a client user without a client sees none', async () => {
    const who = caller();
    const { id } = await create(who);
    const unbound = inOrgOf(who, { role: 'client' });
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
    { scopes: ['read:*'], may: ['GetClient', 'ListClients'] },
    { scopes: ['create:clients', 'delete:clients'], may: ['CreateClient', 'DeleteClient', 'ImportClients'] },
    {
      scopes: ['write:clients'],
      may: ['CreateClient', 'UpdateClient', 'ArchiveClient', 'RestoreClient', 'ImportClients'],
    },
    { scopes: [], may: [] },
  ])('an API key that holds $scopes may $may', ({ scopes, may }) => {
    const own = product.parts.services.filter(({ name }) => name === 'ClientService');
    expect(rpcsFor(own, { kind: 'key', scopes })).toEqual(may);
  });
});
