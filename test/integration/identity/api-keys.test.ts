import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { CallContext, Principal } from '#chassis/rpc/context.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { hashOfApiKey, isApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { createAccessChanges } from '../../../services/identity/access/access-changes.ts';
import { revocationRepository } from '../../../services/identity/access/repository.ts';
import { apiKeyRules } from '../../../services/identity/api-keys/domain/api-key.ts';
import { apiKeyHandlers } from '../../../services/identity/api-keys/handlers.ts';
import { apiKeyRepository } from '../../../services/identity/api-keys/repository.ts';
import { nameReader } from '../../../services/identity/users/names-repository.ts';
import { caller as anyCaller, type Caller, envelopesOf, keyed, rpcsFor } from '../../support/service/callers.ts';
import { startService } from '../../support/service/running-service.ts';
import { aCall } from './support.ts';

const announce = jest.fn();
const identity = await startService('identity', ({ store, writer }) => {
  const nothing = { touch: async () => undefined, nameOnce: async () => [], remove: async () => [] };
  const revocations = revocationRepository(store);
  const access = createAccessChanges({ users: nothing, sessions: nothing, revocations, announce, newId });
  const orgs = { names: async ([id = '']: string[]) => new Map([[id, `Org ${id}`]]) };
  const keys = apiKeyRepository(store, access, 100);
  return {
    services: [apiKeyHandlers({ writer, keys, rules: apiKeyRules(600), orgs, names: nameReader(store), announce })],
  };
});
afterAll(() => identity.close(), 30_000);
const { store } = identity;
const { services } = identity.parts;
const keys = connect('identity', 'ApiKeyService', await identity.channelFrom('gateway'));

const caller = (fields: Partial<Principal> = {}) => anyCaller({ role: 'admin', ...fields });
const _as = ({ context }: Caller, fields: Partial<Principal>) => caller({ ...context.principal, ...fields });
const nobody = { context: { requestId: 'req-2' } };
const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

async function create(who: Caller, fields: object = {}) {
  const api_key = { name: 'Robot', permissions: ['read:*'], ...fields };
  const { record, ...rest } = await keys.createApiKey({ api_key }, who);
  if (!record) throw new Error('No record');
  return { record, ...rest };
}
const rotate = (who: Caller, id: string, overlap_seconds = 0) => keys.rotateApiKey({ id, overlap_seconds }, who);
const grantOf = async (value: string) =>
  (await keys.resolveApiKey({ hash: hashOfApiKey(value) }, nobody)).grant ?? undefined;
const revoked = async (id: string) => store.connection.collection('revocations').countDocuments({ keys: id });

describe('a new key', () => {
  test('is answered with its value once, and read without it', async () => {
    const who = caller();
    const expires_at = inSeconds(3600);
    const { record, key, revision, eventId } = await create(who, { rate_limit: 5, expires_at });
    expect(isApiKeyValue(key)).toBe(true);
    const { orgId } = who.context.principal;
    expect(record).toMatchObject({ org_id: orgId, name: 'Robot', rate_limit: 5, is_active: true, created_by_id: 'u1' });
    expect(record).toMatchObject({ permissions: ['read:*'], scopes: ['read:*'], expires_at, last_four: key.slice(-4) });
    expect([revision, eventId]).toEqual([1, expect.stringMatching(/^evt_/)]);
    const read = await keys.getApiKey({ id: record.id }, who);
    expect(read).toEqual({ record, revision: 1, eventId: '', replayed: false });
    expect(await keys.listApiKeys({}, who)).toEqual({ data: [record] });
  });

  test('has the name of who created it, but not in its event', async () => {
    const who = caller();
    const { id, created_by_name: none } = (await create(who)).record;
    expect(none).toBeUndefined();
    // The names of members and of keys are read alike.
    const { orgId } = who.context.principal;
    const { record } = await create(caller({ orgId, id }), { name: 'Second' });
    expect(record).toMatchObject({ created_by_id: id, created_by_name: 'Robot' });
    expect((await keys.listApiKeys({}, who)).data).toContainEqual(record);
    const [created] = await envelopesOf(store, record.id);
    expect(created.data).toMatchObject({ created_by_id: id, created_by_name: null });
  });

  test('is one for the same Idempotency-Key, with the same value', async () => {
    const who = keyed(caller(), 'POST');
    const first = await create(who);
    expect(await create(who)).toEqual({ ...first, replayed: true });
    expect((await keys.listApiKeys({}, who)).data).toHaveLength(1);
    const { key, operation } = who.context.idempotency as NonNullable<CallContext['idempotency']>;
    const other = { context: { ...who.context, idempotency: { key, operation, fingerprint: 'other' } } };
    await expect(create(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is answered again when it has expired since', async () => {
    const { context } = keyed(caller(), 'POST');
    const createAt = (time: string) => {
      const { principal } = context;
      const call = { ...aCall(principal), context, principal, now: new Date(time) };
      const api_key = { name: 'Robot', permissions: [], expires_at: '2026-03-02T00:00:00.000Z' };
      return services[0].methods.CreateApiKey?.answer({ api_key }, call);
    };
    const first = await createAt('2026-03-01T23:59:59Z');
    expect(await createAt('2026-03-02T00:00:01Z')).toEqual({ ...(first as object), replayed: true });
  });
});

describe('revoking', () => {
  test('ends the key, tells the gateways and says so once', async () => {
    const who = caller();
    const { record, key } = await create(who);
    announce.mockClear();
    const first = await keys.revokeApiKey({ id: record.id }, who);
    expect(first).toMatchObject({ record: { id: record.id, is_active: false }, revision: 2 });
    expect(await grantOf(key)).toBeUndefined();
    expect([announce.mock.calls.length, await revoked(record.id)]).toEqual([1, 1]);
    const again = await keys.revokeApiKey({ id: record.id }, who);
    expect(again).toEqual({ ...first, eventId: '' });
    expect((await envelopesOf(store, record.id)).map(({ type }) => type)).toEqual([
      'api_key.created',
      'api_key.revoked',
    ]);
    await expect(rotate(who, record.id)).rejects.toMatchObject({ code: 'invalid_transition' });
  });

  test('of a revision that has passed is refused', async () => {
    const who = caller();
    const { record } = await create(who);
    await rotate(who, record.id);
    const late = { id: record.id, expectedRevision: 1 };
    await expect(keys.revokeApiKey(late, who)).rejects.toMatchObject({ code: 'version_mismatch' });
    await expect(keys.rotateApiKey({ ...late, overlap_seconds: 0 }, who)).rejects.toMatchObject({
      code: 'version_mismatch',
    });
  });
});

describe('rotating', () => {
  test('gives a new value beside the old one, for the overlap alone', async () => {
    const who = caller();
    const { record, key: old } = await create(who);
    const overlapping = await rotate(who, record.id, 60);
    expect(overlapping).toMatchObject({ revision: 2, record: { id: record.id } });
    expect(overlapping.record?.last_four).toBe(overlapping.key.slice(-4));
    expect(Date.parse((await grantOf(old))?.until ?? '') - Date.now()).toBeLessThanOrEqual(60_000);
    expect(await grantOf(overlapping.key)).toMatchObject({ id: record.id });
    expect((await grantOf(overlapping.key))?.until).toBeUndefined();
    expect(await revoked(record.id)).toBe(1);
    const { key: last } = await rotate(who, record.id);
    expect([await grantOf(old), await grantOf(overlapping.key)]).toEqual([undefined, undefined]);
    expect(await grantOf(last)).toBeDefined();
  });

  test('two at once leave the value of the later one', async () => {
    const who = caller();
    const { record } = await create(who);
    const answers = await Promise.all([rotate(who, record.id), rotate(who, record.id), rotate(who, record.id)]);
    const working = await Promise.all(answers.map(async ({ key }) => (await grantOf(key)) !== undefined));
    const last = answers.findIndex(({ revision }) => revision === 4);
    expect(working).toEqual(answers.map((_, index) => index === last));
  });
});

test('a use is noted unless a later one is known, and is no change of the key', async () => {
  const who = caller();
  const { record } = await create(who);
  const use = (at: string) => ({ id: record.id, org_id: record.org_id, at });
  const [early, late] = [inSeconds(-20), inSeconds(-10)];
  await keys.reportApiKeyUse({ uses: [use(late), { ...use(late), id: 'gone' }] }, nobody);
  await keys.reportApiKeyUse({ uses: [use(early), { ...use(inSeconds(0)), org_id: 'elsewhere' }] }, nobody);
  await keys.reportApiKeyUse({ uses: [] }, nobody);
  const read = await keys.getApiKey({ id: record.id }, who);
  expect(read).toMatchObject({ revision: 1, record: { last_used_at: late, updated_at: record.updated_at } });
  expect(await envelopesOf(store, record.id)).toHaveLength(1);
});

test('a key reads where it is, and manages no keys; a user is none', async () => {
  const who = caller({ kind: 'key', id: 'k1', role: 'staff', scopes: [] });
  const { orgId } = who.context.principal;
  expect(await keys.getCallingKey({}, who)).toEqual({ id: 'k1', org_id: orgId, org_name: `Org ${orgId}` });
  await expect(keys.getCallingKey({}, caller())).rejects.toMatchObject({ code: 'not_found' });
  expect(rpcsFor(services, { role: 'staff' })).toEqual(['ResolveApiKey', 'ReportApiKeyUse', 'GetCallingKey']);
  expect(rpcsFor(services, { kind: 'key', role: 'admin', scopes: ['*:*'] })).toEqual(['GetCallingKey']);
});

test.each(['', 'x', '{"$ne":null}', hashOfApiKey('slv_')])('the hash %j stands for nothing', async (hash) => {
  expect((await keys.resolveApiKey({ hash }, nobody)).grant ?? undefined).toBeUndefined();
});

test('keys are listed newest first', async () => {
  const who = caller();
  const ids: string[] = [];
  for (const name of ['one', 'two', 'three']) ids.unshift((await create(who, { name })).record.id);
  expect((await keys.listApiKeys({}, who)).data.map(({ id }) => id)).toEqual(ids);
});
