import { expect, test } from '@jest/globals';
import { newId } from '#chassis/mongo/mongo.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { Scope } from '#proto/identity/v1/contract.ts';
import { type ApiKeyView, apiKeyRules } from '../../../services/identity/api-keys/domain/api-key.ts';
import { apiKeyHandlers } from '../../../services/identity/api-keys/handlers.ts';
import { apiKeyRepository } from '../../../services/identity/api-keys/repository.ts';
import { nameReader } from '../../../services/identity/users/names-repository.ts';
import { aCall, openIdentity } from './support.ts';

const MAX = 3;
/** Maximum size of a gRPC message in bytes. */
const MOST_BYTES = 16 * 1024 * 1024;
const full = { code: 'conflict' };

const { store, writer, access, orgs } = await openIdentity();
const keys = apiKeyRepository(store, access, MAX);
const { methods } = apiKeyHandlers({
  writer,
  keys,
  rules: apiKeyRules(600),
  orgs,
  names: nameReader(store),
  announce: () => undefined,
});

interface Reply {
  record: ApiKeyView;
}
interface List {
  data: ApiKeyView[];
  next?: string;
}

const call = async <T>(method: string, request: object, orgId: string): Promise<T> => {
  const principal: Principal = { kind: 'user', id: 'u1', orgId, role: 'admin' };
  return (await methods[method]?.answer(request, { ...aCall(principal), now: new Date() })) as T;
};
const create = (orgId: string, fields: object = {}) =>
  call<Reply>('CreateApiKey', { api_key: { name: 'Robot', permissions: [], ...fields } }, orgId);
const stored = () => store.connection.collection('api_keys');

test('an org has no more keys that work than it may; revoked and expired ones count no more', async () => {
  const orgId = newId();
  const { record } = await create(orgId);
  const expires_at = new Date(Date.now() + 60_000).toISOString();
  const expiring = await create(orgId, { expires_at });
  for (let made = 2; made < MAX; made++) await create(orgId);
  await expect(create(orgId)).rejects.toMatchObject(full);
  await create(newId());
  await call('RevokeApiKey', { id: record.id }, orgId);
  await create(orgId);
  await expect(create(orgId)).rejects.toMatchObject(full);
  await stored().updateOne({ _id: expiring.record.id as never }, { $set: { expiresAt: new Date(Date.now() - 1) } });
  const { record: last } = await create(orgId);
  await expect(create(orgId)).rejects.toMatchObject(full);
  await call('RotateApiKey', { id: last.id, overlap_seconds: 60 }, orgId);
  expect((await call<List>('ListApiKeys', {}, orgId)).data).toHaveLength(MAX + 2);
});

test('a key with two values is one', async () => {
  const orgId = newId();
  const { record } = await create(orgId);
  await call('RotateApiKey', { id: record.id, overlap_seconds: 60 }, orgId);
  for (let made = 1; made < MAX; made++) await create(orgId);
  await expect(create(orgId)).rejects.toMatchObject(full);
});

test('an org that has more keeps them; they are listed in replies of which each is small', async () => {
  const orgId = newId();
  const { record } = await create(orgId, { name: 'x'.repeat(255), permissions: Scope.options });
  const known = await stored().findOne({ _id: record.id as never });
  const copies = Array.from({ length: 4_000 }, (_, index) => ({ ...known, _id: `${record.id}-${index}` as never }));
  await stored().insertMany(copies);
  await expect(create(orgId)).rejects.toMatchObject(full);
  const seen = new Set<string>();
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const reply = await call<List>('ListApiKeys', { ...(after && { after }), limit: 1_000 }, orgId);
    expect(JSON.stringify(reply).length).toBeLessThan(MOST_BYTES / 4);
    for (const { id } of reply.data) seen.add(id);
    after = reply.next;
  }
  expect(seen.size).toBe(copies.length + 1);
  await call('RotateApiKey', { id: record.id, overlap_seconds: 0 }, orgId);
}, 60_000);

test('a gateway that asks for no batch gets all', async () => {
  const orgId = newId();
  const { record } = await create(orgId);
  const known = await stored().findOne({ _id: record.id as never });
  const copies = Array.from({ length: 1_100 }, (_, index) => ({ ...known, _id: `${record.id}-${index}` as never }));
  await stored().insertMany(copies);
  const { data, next } = await call<List>('ListApiKeys', {}, orgId);
  expect({ count: data.length, next }).toEqual({ count: 1_101, next: undefined });
});
