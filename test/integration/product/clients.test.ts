import { beforeAll, describe, expect, test } from '@jest/globals';
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
  test('is read as it was created, and created as it was sent', async () => {
    const who = caller();
    const contacts = [{ contactName: 'Jo', email: 'jo@acme.example' }];
    const created = await clients.createClient({ client: { ...acme, priceCategory: 'high', contacts } }, who);
    expect(created).toMatchObject({
      record: { ...acme, priceCategory: 'high', contacts, ordersCount: 0, status: 'active' },
      revision: 1,
      eventId: expect.stringMatching(/^evt_/),
      replayed: false,
    });
    const read = await clients.getClient({ id: created.record?.id ?? '' }, who);
    expect(read).toEqual({ ...created, eventId: '' });
  });

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

  test.each(['', 'x', '%00', '507f1f77bcf86cd799439011'])('named %j is not found', async (id) => {
    const who = caller();
    for (const call of [clients.getClient, clients.archiveClient, clients.deleteClient]) {
      await expect(call({ id }, who)).rejects.toMatchObject({ code: 'not_found', message: 'Client not found' });
    }
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

describe('a list', () => {
  const who = caller();
  beforeAll(async () => {
    await create(who, { name: 'beta', country: 'France', priceCategory: 'low' });
    await create(who, { name: 'alpha', country: 'Germany', priceCategory: 'high' });
    const gone = await create(who, { name: 'gone' });
    const old = await create(who, { name: 'gamma (a.b)', country: 'Spain', priceCategory: 'low' });
    await clients.archiveClient({ id: old.id }, who);
    await clients.deleteClient({ id: gone.id }, who);
  });
  const names = async (fields: object, filters: object = {}) => {
    const page = await clients.listClients({ ...query(fields), ...filters }, who);
    expect(page.total).toBe(page.data.length);
    return page.data.map(({ name }) => name);
  };

  test.each([
    [{ sort: 'name' }, {}, ['alpha', 'beta', 'gamma (a.b)']],
    [{ sort: '-name' }, {}, ['gamma (a.b)', 'beta', 'alpha']],
    [{ sort: 'createdAt' }, {}, ['beta', 'alpha', 'gamma (a.b)']],
    [{ sort: '-createdAt' }, {}, ['gamma (a.b)', 'alpha', 'beta']],
    [{ sort: 'name' }, { status: 'active' }, ['alpha', 'beta']],
    [{ sort: 'name' }, { status: 'archived' }, ['gamma (a.b)']],
    [{ sort: 'name' }, { priceCategory: 'low' }, ['beta', 'gamma (a.b)']],
    [{ sort: 'name' }, { priceCategory: 'low', status: 'active' }, ['beta']],
    [{ sort: 'name' }, { priceCategory: 'medium' }, []],
    [{ sort: 'name', search: 'ALPHA' }, {}, ['alpha']],
    [{ sort: 'name', search: 'an' }, {}, ['alpha', 'beta']],
    [{ sort: 'name', search: '(a.b' }, {}, ['gamma (a.b)']],
    [{ sort: 'name', search: 'a.*' }, {}, []],
  ])('of %j and %j', async (fields, filters, expected) => {
    expect(await names(fields, filters)).toEqual(expected);
  });
});
