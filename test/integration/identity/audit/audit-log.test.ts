import { expect, test } from '@jest/globals';
import type { EventMessage } from '#chassis/messaging/event-bus.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { loadService } from '#chassis/rpc/proto.ts';
import { type AuditEntry, publicAuditEntry } from '../../../../services/identity/audit/domain/audit-entry.ts';
import { auditHandlers } from '../../../../services/identity/audit/handlers.ts';
import { onEvent } from '../../../../services/identity/audit/on-event.ts';
import { nameReader } from '../../../../services/identity/users/names-repository.ts';
import { aCall, later, now, openIdentity } from '../support.ts';

const identity = await openIdentity();
const { log } = identity;

const entry = (id: string, fields: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  orgId: 'org-1',
  action: 'client.created',
  actor: 'user:u1',
  recordType: 'client',
  recordId: `record-of-${id}`,
  at: now,
  address: '203.0.113.9',
  requestId: 'req-1',
  changed: [],
  ...fields,
});

async function listed(request: Record<string, unknown> = {}, caller: Partial<Principal> = {}) {
  const principal: Principal = { kind: 'user', id: 'u1', orgId: 'org-1', role: 'admin', ...caller };
  const { query, ...filters } = request;
  const message = { query: { page: 1, limit: 10, sort: '-created_at', ...(query as object) }, ...filters };
  const { ListAuditLog } = auditHandlers(log, nameReader(identity.store)).methods;
  return (await ListAuditLog?.answer(message, aCall(principal))) as {
    data: ReturnType<typeof publicAuditEntry>[];
    total: number;
  };
}
const ids = async (request: Record<string, unknown>) => (await listed(request)).data.map(({ id }) => id);

test('the newest is first, pages do not overlap, and the total is that of the org', async () => {
  const entries = ['a', 'b', 'c', 'd', 'e'].map((id, index) => entry(id, { at: later(index * 1000) }));
  await log.append(entries);
  await log.append([entry('foreign', { orgId: 'org-2' })]);
  expect(await ids({ query: { limit: 2 } })).toEqual(['e', 'd']);
  expect(await ids({ query: { limit: 2, page: 3 } })).toEqual(['a']);
  expect(await ids({ query: { sort: 'created_at', limit: 2 } })).toEqual(['a', 'b']);
  const { data, total } = await listed({ query: { limit: 1 } });
  expect(total).toBe(5);
  expect(data).toEqual(entries.slice(-1).map((one) => ({ ...publicAuditEntry(one), actor_name: null })));
  expect(await listed({}, { orgId: 'org-2' })).toMatchObject({ total: 1, data: [{ id: 'foreign' }] });
});

test('an entry that comes again, alone or among others, is there once and stays as it was', async () => {
  const orgId = 'org-twice';
  await log.append([entry('x', { orgId }), entry('y', { orgId }), entry('x', { orgId })]);
  await log.append([entry('x', { orgId, action: 'client.deleted' })]);
  await Promise.all([1, 2, 3].map(() => log.append([entry('y', { orgId }), entry('z', { orgId })])));
  const { data, total } = await listed({}, { orgId });
  expect(total).toBe(3);
  expect(data.map(({ id, action }) => `${id} ${action}`)).toEqual(['z', 'y', 'x'].map((id) => `${id} client.created`));
});

test('events of two orgs whose records are numbered alike are entries of each', async () => {
  const handle = onEvent(log);
  const event = (orgId: string, type: string, sequence: number): EventMessage => {
    const id = `${orgId}-${sequence}`;
    const at = later(sequence * 1000).toISOString();
    const data = { id: '000001', documentId: 'PO-2026-000001' };
    const envelope = { id, type, timestamp: at, api_version: 'v1' as const, org_id: orgId, sequence, data };
    return { envelope, subject: `events.finance.${type}`, redelivered: false };
  };
  await Promise.all([
    handle(event('org-a', 'purchase_order.created', 1)),
    handle(event('org-b', 'purchase_order.created', 1)),
    handle(event('org-a', 'purchase_order.deleted', 2)),
    handle(event('org-b', 'purchase_order.approved', 2)),
  ]);
  const of = async (orgId: string) =>
    (await listed({ record: '000001', query: { sort: 'created_at' } }, { orgId })).data.map(({ action }) => action);
  expect(await of('org-a')).toEqual(['purchase_order.created', 'purchase_order.deleted']);
  expect(await of('org-b')).toEqual(['purchase_order.created', 'purchase_order.approved']);
});

test('an entry shares the fate of the transaction that it is written in', async () => {
  const orgId = 'org-undone';
  const undone = identity.store.transaction(async (session) => {
    await log.append([entry('undone', { orgId })], session);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await listed({}, { orgId })).toEqual({ data: [], total: 0 });
});

test('actor, record, action, a resource and a time narrow the list', async () => {
  const orgId = 'org-filters';
  await log.append([
    entry('created', { orgId }),
    entry('updated', { orgId, action: 'client.updated', actor: 'key:k1', at: later(1000) }),
    entry('archived', { orgId, action: 'client_note.archived', recordId: 'n1', at: later(2000) }),
    entry('failed', { orgId, action: 'login.failed', actor: null, recordId: null, at: later(3000) }),
  ]);
  const found = async (request: Record<string, unknown>) => {
    const { data, total } = await listed(request, { orgId });
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await found({ actor: 'key:k1' })).toEqual(['updated']);
  expect(await found({ record: 'n1' })).toEqual(['archived']);
  expect(await found({ action: 'client.created' })).toEqual(['created']);
  expect(await found({ action: 'client.*' })).toEqual(['updated', 'created']);
  expect(await found({ action: 'client' })).toEqual([]);
  expect(await found({ action: '.*' })).toEqual([]);
  expect(await found({ since: later(2000).toISOString() })).toEqual(['failed', 'archived']);
  const between = (from: number, to: number) => ({
    ranges: [{ field: 'created_at', from: later(from).toISOString(), to: later(to).toISOString() }],
  });
  expect(await found({ query: between(2000, 2000) })).toEqual(['archived']);
  expect(await found({ query: between(0, 2000), since: later(2000).toISOString() })).toEqual(['archived']);
  expect(await found({ since: now.toISOString(), query: { updatedSince: later(3000).toISOString() } })).toEqual([
    'failed',
  ]);
  expect(await found({ actor: 'user:u1', action: 'client.*', since: later(500).toISOString() })).toEqual([]);
});

test('every filter has an index that begins with the org and serves the order', async () => {
  const indexes = await identity.store.connection.collection('audit_log').indexes();
  const keys = indexes.map(({ key }) => Object.keys(key as object).join());
  for (const field of ['actor', 'recordId', 'action', 'resource']) expect(keys).toContain(`orgId,${field},at,_id`);
  expect(keys).toContain('orgId,at,_id');
});

test('there is nothing but a way to read it', () => {
  expect(Object.keys(loadService('identity', 'AuditService'))).toEqual(['ListAuditLog']);
  expect(Object.keys(log)).toEqual(['append', 'list']);
});

test('an entry has the present name of its actor, a user or an API key of the org', async () => {
  const orgId = 'org-named';
  const { connection } = identity.store;
  await connection.collection('memberships').insertMany([
    { _id: 'm1', orgId, userId: 'ada', email: 'ada@example.com', name: 'Ada Reis', awaitingOwner: false },
    { _id: 'm2', orgId: 'org-2', userId: 'bob', email: 'bob@example.com', name: 'Bob', awaitingOwner: false },
  ] as never);
  await connection.collection('api_keys').insertOne({ _id: 'k1', orgId, name: 'Warehouse' } as never);
  const actors = ['user:ada', 'user:bob', 'key:k1', null];
  await log.append(actors.map((actor, index) => entry(`named-${index}`, { orgId, actor, at: later(-index) })));
  const { data } = await listed({}, { orgId });
  expect(data.map((one) => ({ actor_name: null, ...one }).actor_name)).toEqual(['Ada Reis', null, 'Warehouse', null]);
});
