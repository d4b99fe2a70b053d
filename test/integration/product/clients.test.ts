import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import type { CallContext, Principal } from '#chassis/rpc/context.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import type { RunningServer } from '#chassis/rpc/grpc-server.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { clientHandlers } from '../../../services/product/clients/handlers.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/backends/mongo.ts';
import { type ClientService, certificatesOf, connectTo, serve } from '../../support/grpc.ts';
import { deadRelay } from '../../support/writing.ts';

let mongo: TestMongo;
let store: Store;
let server: RunningServer;
let clients: ClientService;

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore(mongo);
  const writer = createWriter({ store, service: 'product', relay: deadRelay() });
  const service = implement(
    'product',
    'ClientService',
    clientHandlers(writer, clientRepository({ store, references: openReferences(store) })),
  );
  await store.start();
  const tls = await certificatesOf('product', 'gateway');
  server = await serve(tls.product, service);
  clients = connectTo(server.port, tls.gateway);
}, 30_000);
afterAll(async () => {
  clients.close();
  await server.drain();
  await dropStore(store);
  await mongo.stop();
});

/** A caller in a new org that no other test uses. */
function caller(fields: Partial<Principal> = {}): { context: CallContext & { principal: Principal } } {
  const principal: Principal = { kind: 'user', id: 'u1', orgId: newId(), role: 'staff', ...fields };
  return { context: { requestId: 'req-1', principal } };
}
const as = ({ context }: ReturnType<typeof caller>, fields: Partial<Principal>) => ({
  context: { ...context, principal: { ...context.principal, ...fields } },
});

const acme = { name: 'Acme', country: 'Germany', maxAccountValue: 1000.5, currency: 'EUR' };
const query = (fields: object = {}) => ({ query: { page: 1, limit: 10, sort: '-createdAt', ...fields } });
const eventsOf = (recordId: string) => openOutbox(store).find({ recordId }).sort({ _id: 1 }).lean();

async function create(who: ReturnType<typeof caller>, fields: object = {}) {
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

  test('tells its history in events, in order, each with the state that it left', async () => {
    const who = caller();
    const { id } = await create(who);
    await clients.updateClient({ id, patch: { name: 'Apex' }, fields: ['name', 'taxId'] }, who);
    await clients.archiveClient({ id }, who);
    await clients.restoreClient({ id }, who);
    const { eventId } = await clients.deleteClient({ id }, who);
    const rows = await eventsOf(id);
    const envelopes = rows.map(({ envelope }) => JSON.parse(envelope));
    expect(envelopes.map(({ type, sequence, previous }) => [type, sequence, previous])).toEqual([
      ['client.created', 1, undefined],
      ['client.updated', 2, { name: 'Acme' }],
      ['client.archived', 3, { status: 'active' }],
      ['client.restored', 4, { status: 'archived' }],
      ['client.deleted', 5, undefined],
    ]);
    expect(envelopes.map(({ data }) => data.name)).toEqual(['Acme', 'Apex', 'Apex', 'Apex', 'Apex']);
    expect(envelopes[0].data.priceCategory).toBeNull();
    expect(rows.at(-1)?._id).toBe(eventId);
  });

  test('has its named fields changed: one that the patch does not hold is cleared', async () => {
    const who = caller();
    const { id } = await create(who, { taxId: 'DE1', paymentTerms: 'net 30' });
    const patch = { country: 'France', paymentTerms: 'not named' };
    const { record, revision } = await clients.updateClient({ id, patch, fields: ['country', 'taxId'] }, who);
    expect(record).toMatchObject({ country: 'France', paymentTerms: 'net 30' });
    expect(record?.taxId).toBeUndefined();
    expect(revision).toBe(2);
  });

  test('is gone once deleted', async () => {
    const who = caller();
    const { id } = await create(who);
    expect(await clients.deleteClient({ id }, who)).toMatchObject({ deletedId: id, replayed: false });
    await expect(clients.getClient({ id }, who)).rejects.toMatchObject({ code: 'not_found' });
    await expect(clients.deleteClient({ id }, who)).rejects.toMatchObject({ code: 'not_found' });
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

  test('lets one of two win that change the same revision at once', async () => {
    const who = caller();
    const { id } = await create(who);
    const change = (name: string) =>
      clients.updateClient({ id, patch: { name }, fields: ['name'], expectedRevision: 1 }, who);
    const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd'].map(change));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await eventsOf(id)).length).toBe(2);
  });

  test('refuses a move that leads nowhere', async () => {
    const who = caller();
    const { id } = await create(who);
    const restoring = clients.restoreClient({ id }, who);
    await expect(restoring).rejects.toMatchObject({ code: 'invalid_transition', message: /active.*archive/ });
  });

  test.each(['', 'x', '%00', '507f1f77bcf86cd799439011'])('named %j is not found', async (id) => {
    const who = caller();
    for (const call of [clients.getClient, clients.archiveClient, clients.deleteClient]) {
      await expect(call({ id }, who)).rejects.toMatchObject({ code: 'not_found', message: 'Client not found' });
    }
  });
});

test('the same key and body create one client', async () => {
  const { context } = caller();
  const idempotency = { key: 'k', operation: 'POST /api/v1/clients', fingerprint: 'body' };
  const request = { client: { ...acme, contacts: [{ contactName: 'Jo' }] } };
  const first = await clients.createClient(request, { context: { ...context, idempotency } });
  const second = await clients.createClient(request, { context: { ...context, idempotency } });
  expect(second).toEqual({ ...first, replayed: true });
  expect((await clients.listClients(query(), { context })).total).toBe(1);
});

describe('access', () => {
  test('a record of another org is not found', async () => {
    const { id } = await create(caller());
    const stranger = caller();
    await expect(clients.getClient({ id }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    const patching = clients.updateClient({ id, patch: { name: 'x' }, fields: ['name'] }, stranger);
    await expect(patching).rejects.toMatchObject({ code: 'not_found' });
    await expect(clients.deleteClient({ id }, stranger)).rejects.toMatchObject({ code: 'not_found' });
    expect((await clients.listClients(query(), stranger)).data).toEqual([]);
  });

  test('a client caller sees its own record alone', async () => {
    const who = caller();
    const own = await create(who);
    const other = await create(who);
    const client = as(who, { role: 'client', clientId: own.id });
    expect((await clients.getClient({ id: own.id }, client)).record?.id).toBe(own.id);
    await expect(clients.getClient({ id: other.id }, client)).rejects.toMatchObject({ code: 'not_found' });
    const page = await clients.listClients(query(), client);
    expect(page).toMatchObject({ data: [{ id: own.id }], total: 1 });
    const unbound = as(who, { role: 'client' });
    expect(await clients.listClients(query(), unbound)).toMatchObject({ data: [], total: 0 });
    await expect(clients.getClient({ id: own.id }, unbound)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('a client caller changes nothing', async () => {
    const who = caller();
    const { id } = await create(who);
    const client = as(who, { role: 'client', clientId: id });
    const attempts = [
      clients.createClient({ client: acme }, client),
      clients.updateClient({ id, patch: { name: 'x' }, fields: ['name'] }, client),
      clients.deleteClient({ id }, client),
      clients.archiveClient({ id }, client),
      clients.restoreClient({ id }, client),
      clients.importClients({ clients: [acme] }, client),
    ];
    for (const attempt of attempts) {
      await expect(attempt).rejects.toMatchObject({ code: 'insufficient_permissions' });
    }
  });

  test.each([
    { scopes: ['read:*'], may: ['get', 'list'] },
    { scopes: ['create:clients', 'delete:clients'], may: ['create', 'import', 'delete'] },
    { scopes: ['write:clients'], may: ['create', 'update', 'archive', 'import'] },
    { scopes: [], may: [] },
  ])('an API key that holds $scopes may $may', async ({ scopes, may }) => {
    const who = caller();
    const { id } = await create(who);
    const key = as(who, { kind: 'key', scopes });
    const attempts = {
      get: () => clients.getClient({ id }, key),
      list: () => clients.listClients(query(), key),
      create: () => clients.createClient({ client: acme }, key),
      update: () => clients.updateClient({ id, patch: { name: 'Apex' }, fields: ['name'] }, key),
      archive: () => clients.archiveClient({ id }, key),
      import: () => clients.importClients({ clients: [acme] }, key),
      delete: () => clients.deleteClient({ id }, key),
    };
    const allowed: string[] = [];
    for (const [name, attempt] of Object.entries(attempts)) {
      const code = await attempt().then(
        () => undefined,
        (error) => error.code,
      );
      if (code === undefined) allowed.push(name);
      else expect(code).toBe('insufficient_permissions');
    }
    expect(allowed).toEqual(may);
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
    ['name', ['alpha', 'beta', 'gamma (a.b)']],
    ['-name', ['gamma (a.b)', 'beta', 'alpha']],
    ['createdAt', ['beta', 'alpha', 'gamma (a.b)']],
    ['-createdAt', ['gamma (a.b)', 'alpha', 'beta']],
  ])('is sorted by %s', async (sort, expected) => {
    expect(await names({ sort })).toEqual(expected);
  });

  test.each([
    [{ status: 'active' }, ['alpha', 'beta']],
    [{ status: 'archived' }, ['gamma (a.b)']],
    [{ priceCategory: 'low' }, ['beta', 'gamma (a.b)']],
    [{ priceCategory: 'low', status: 'active' }, ['beta']],
    [{ priceCategory: 'medium' }, []],
  ])('is filtered by %j', async (filters, expected) => {
    expect(await names({ sort: 'name' }, filters)).toEqual(expected);
  });

  test.each([
    ['ALPHA', ['alpha']],
    ['an', ['alpha', 'beta']],
    ['(a.b', ['gamma (a.b)']],
    ['a.*', []],
  ])('is searched for %s in name and country, literally', async (search, expected) => {
    expect(await names({ sort: 'name', search })).toEqual(expected);
  });

  test('holds what changed since a moment', async () => {
    const { data } = await clients.listClients(query({ sort: 'createdAt' }), who);
    const last = data.at(-1);
    expect(await names({ updatedSince: last?.updatedAt })).toEqual([last?.name]);
  });

  test('comes in pages', async () => {
    const first = await clients.listClients(query({ sort: 'name', limit: 2 }), who);
    expect(first).toMatchObject({ data: [{ name: 'alpha' }, { name: 'beta' }], total: 3 });
    const second = await clients.listClients(query({ sort: 'name', limit: 2, page: 2 }), who);
    expect(second).toMatchObject({ data: [{ name: 'gamma (a.b)' }], total: 3 });
    const next = await clients.listClients(query({ sort: 'name', limit: 2, after: first.next }), who);
    expect(next).toMatchObject({ data: [{ name: 'gamma (a.b)' }], total: 0 });
    expect(next.next).toBeUndefined();
  });
});

describe('an import', () => {
  test('creates all, each with its event', async () => {
    const who = caller();
    const many = Array.from({ length: 300 }, (_, n) => ({ ...acme, name: `Client ${n}`, contacts: [] }));
    expect(await clients.importClients({ clients: many }, who)).toMatchObject({ created: 300, replayed: false });
    expect((await clients.listClients(query(), who)).total).toBe(300);
    expect(await openOutbox(store).countDocuments({ orgId: who.context.principal.orgId })).toBe(300);
  });

  test('creates none when one is refused, and names that one', async () => {
    const who = caller();
    const bad = { ...acme, currency: 'XXL' };
    const importing = clients.importClients({ clients: [acme, bad, acme] }, who);
    await expect(importing).rejects.toMatchObject({
      code: 'validation_failed',
      issues: [{ loc: ['body', 'clients', '1', 'currency'] }],
    });
    expect((await clients.listClients(query(), who)).total).toBe(0);
  });
});
