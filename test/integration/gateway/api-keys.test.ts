import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { hashOfApiKey, newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { makeToken, startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());
beforeEach(() => gateway.services.answers.clear());

const PATH = '/api/v1/api-keys';
const NOW = '2026-01-02T03:04:05.678Z';
const RECORD = {
  id: 'k1',
  org_id: 'org-1',
  name: 'Robot',
  permissions: ['read:*'],
  scopes: ['read:*'],
  rate_limit: 600,
  created_at: NOW,
  is_active: true,
  created_by_id: 'user-1',
  created_by_name: 'Ana Reis',
  last_four: 'abcd',
  updated_at: NOW,
};
const SHOWN = { ...RECORD, expires_at: null, last_used_at: null };
const reply = { record: RECORD, revision: 1, eventId: 'evt_1', replayed: false };
const input = { org_id: 'org-1', name: 'Robot' };

const answer = (name: string, value: unknown) => gateway.services.answers.set(name, async () => value);
const lastCall = (name: string) => gateway.services.calls.filter((call) => call.name === name).at(-1)?.request;
const create = (body: object) => gateway.send(PATH, { method: 'POST', as: 'admin', body });

describe('creating', () => {
  beforeEach(() => void answer('createApiKey', { ...reply, key: 'slv_value' }));

  test('shows the key with its value, and lets nobody keep the answer', async () => {
    const { status, json, headers } = await create(input);
    expect([status, json]).toEqual([200, { ...SHOWN, key: 'slv_value' }]);
    expect(headers).toMatchObject({ location: `${PATH}/k1`, 'cache-control': 'no-store', 'x-event-id': 'evt_1' });
  });

  test.each([
    ['neither', {}, ['read:*']],
    ['null', { permissions: null, scopes: null }, ['read:*']],
    ['none', { permissions: [] }, []],
    ['permissions', { permissions: ['write:bom'] }, ['write:bom']],
    ['scopes', { scopes: ['write:bom'] }, ['write:bom']],
    [
      'both, the same',
      { permissions: ['read:bom', '*:orders'], scopes: ['*:orders', 'read:bom'] },
      ['read:bom', '*:orders'],
    ],
  ])('with %s of permissions and scopes', async (_, fields, permissions) => {
    expect((await create({ ...input, ...fields })).status).toBe(200);
    expect(lastCall('createApiKey')).toEqual({ api_key: { name: 'Robot', permissions } });
  });

  test('takes limits and ends in any spelling, and a key that was read', async () => {
    const body = { ...SHOWN, key: 'old', rate_limit: '5', expires_at: '2030-01-01 00:00' };
    expect((await create(body)).status).toBe(200);
    const api_key = { name: 'Robot', permissions: ['read:*'], rate_limit: 5, expires_at: '2030-01-01T00:00:00.000Z' };
    expect(lastCall('createApiKey')).toEqual({ api_key });
  });

  test.each([
    ['no org', { org_id: undefined }, { loc: ['body', 'org_id'], type: 'missing' }],
    ['no name', { name: null }, { loc: ['body', 'name'], type: 'missing' }],
    ['an unknown scope', { scopes: ['read:cleints'] }, { loc: ['body', 'scopes', '0'], type: 'enum' }],
    ['an unknown action', { permissions: ['fly:bom'] }, { loc: ['body', 'permissions', '0'], type: 'enum' }],
    ['two that differ', { permissions: [], scopes: ['read:*'] }, { loc: ['body', 'scopes'], type: 'value_error' }],
    ['a limit of none', { rate_limit: 0 }, { loc: ['body', 'rate_limit'], type: 'greater_than_equal', ctx: { ge: 1 } }],
    ['an end that is no time', { expires_at: 'soon' }, { loc: ['body', 'expires_at'], type: 'datetime_parsing' }],
    ['what nobody knows', { scope: [] }, { loc: ['body', 'scope'], type: 'extra_forbidden' }],
  ])('with %s is a 422', async (_, fields, issue) => {
    const { status, json } = await create({ ...input, ...fields });
    expect([status, json.detail]).toEqual([422, [expect.objectContaining(issue)]]);
  });
});

test('the list is a bare array without values, of however many messages', async () => {
  const replies = [{ data: [RECORD], next: 'a' }, { data: [], next: 'b' }, { data: [RECORD] }];
  gateway.services.answers.set('listApiKeys', async () => replies.shift());
  const { status, json } = await gateway.send(PATH, { as: 'admin' });
  expect([status, json]).toEqual([200, [SHOWN, SHOWN]]);
  expect(lastCall('listApiKeys')).toEqual({ after: 'b', limit: 1_000 });
});

test('a read and a revocation show the key, with its ETag', async () => {
  answer('getApiKey', { ...reply, eventId: '' });
  const read = await gateway.send(`${PATH}/k1`, { as: 'admin' });
  expect([read.json, read.headers.etag]).toEqual([SHOWN, expect.stringMatching(/^"1-/)]);
  answer('revokeApiKey', { ...reply, record: { ...RECORD, is_active: false } });
  const headers = { 'if-match': read.headers.etag ?? '' };
  const revoked = await gateway.send(`${PATH}/k1/revoke`, { method: 'POST', as: 'admin', headers });
  expect(revoked.json).toEqual({ ...SHOWN, is_active: false });
  expect(lastCall('revokeApiKey')).toEqual({ id: 'k1', expectedRevision: 1 });
});

describe('rotating', () => {
  const rotate = (body: object) => gateway.send(`${PATH}/k1/rotate`, { method: 'POST', as: 'admin', body });

  test('shows the new value', async () => {
    answer('rotateApiKey', { ...reply, key: 'slv_new' });
    const { json, headers } = await rotate({ overlap_seconds: 604_800 });
    expect([json, headers['cache-control']]).toEqual([{ ...SHOWN, key: 'slv_new' }, 'no-store']);
    expect(lastCall('rotateApiKey')).toEqual({ id: 'k1', overlap_seconds: 604_800 });
  });

  test.each([[{}], [{ overlap_seconds: -1 }], [{ overlap_seconds: 604_801 }], [{ overlap_seconds: 1.5 }]])(
    '%j is a 422',
    async (body) => expect((await rotate(body)).status).toBe(422),
  );
});

/** Makes identity accept a new key with `scopes`. Returns the headers of a request with this key. */
function keyWith(...scopes: string[]) {
  const { text } = newApiKeyValue();
  answer('resolveApiKey', { grant: { id: 'k1', org_id: 'org-1', scopes, rate_limit: 500 } });
  return { 'x-api-key': text };
}

describe('a request with a key', () => {
  test('tells services who calls, and nobody its value', async () => {
    const headers = keyWith('read:clients');
    await gateway.send('/api/v1/clients', { headers });
    const principal = { kind: 'key', id: 'k1', orgId: 'org-1', role: 'staff', scopes: ['read:clients'] };
    expect(gateway.services.calls.at(-1)?.options.context.principal).toEqual(principal);
    expect(lastCall('resolveApiKey')).toEqual({ hash: hashOfApiKey(headers['x-api-key']) });
    expect(JSON.stringify(gateway.services.calls)).not.toContain(headers['x-api-key']);
  });

  test.each([
    ['DELETE', '/api/v1/clients/1', 'The API key lacks the scope delete:clients'],
    ['GET', '/api/v1/users', 'API keys may not call it'],
  ])('that may not %s %s is told why', async (method, path, why) => {
    const { status, json } = await gateway.send(path, { method, headers: keyWith('read:*') });
    expect([status, json.detail]).toEqual([403, `Insufficient permissions: ${why}`]);
  });
});

test('whoami of a key', async () => {
  const headers = keyWith('read:bom');
  answer('getCallingKey', { id: 'k1', org_id: 'org-1', org_name: 'One' });
  const { json, headers: received } = await gateway.send('/api/v1/auth/me', { headers });
  expect(json).toEqual({
    id: 'k1',
    email: null,
    name: null,
    role: 'staff',
    org_id: 'org-1',
    orgs: [{ id: 'org-1', name: 'One', role: 'staff' }],
    client_id: null,
    scopes: ['read:bom'],
    rate_limit: { limit: 500, remaining: Number(received['ratelimit-remaining']), reset: expect.any(Number) },
  });
});

describe('whether one may', () => {
  const can = async (method: string, path: string, sent: object) => {
    const query = new URLSearchParams({ method, path });
    return (await gateway.send(`/api/v1/auth/can?${query}`, sent)).json;
  };

  test.each([
    ['staff', 'POST', '/api/v1/clients', null],
    ['client', 'GET', '/api/v1/clients/7?x=%26', null],
    ['client', 'POST', '/api/v1/clients', "The role staff is needed, and the caller's is client"],
    ['staff', 'GET', '/api/v1/webhooks', "The role admin is needed, and the caller's is staff"],
    ['admin', 'post', '/api/v1/webhooks/a%20b/test', null],
    ['client', 'POST', '/auth/login', null],
    ['client', 'HEAD', '/api/v1/auth/can', null],
    ['admin', 'PUT', '/api/v1/clients/7', 'The path has no PUT, only GET, PATCH, DELETE, HEAD'],
    ['admin', 'GET', '/api/v2/clients', 'There is no such path'],
  ] as const)('%s: %s %s', async (as, method, path, reason) => {
    expect(await can(method, path, { as })).toEqual({ allowed: reason === null, reason });
  });

  test('is told keys by their scopes', async () => {
    const headers = keyWith('read:clients');
    expect(await can('GET', '/api/v1/clients', { headers })).toEqual({ allowed: true, reason: null });
    const reason = 'The API key lacks the scope delete:clients';
    expect(await can('DELETE', '/api/v1/clients/7', { headers })).toEqual({ allowed: false, reason });
    const closed = { allowed: false, reason: 'API keys may not call it' };
    expect(await can('GET', PATH, { headers })).toEqual(closed);
  });

  test('is judged in the org that is asked about', async () => {
    const headers = { authorization: `Bearer ${await makeToken()}`, 'x-org-id': 'org-2' };
    expect(await can('POST', '/api/v1/clients', { headers })).toMatchObject({ allowed: false });
  });

  test('needs to know what', async () => {
    expect((await gateway.send('/api/v1/auth/can?method=GET', { as: 'staff' })).json.detail).toMatchObject([
      { loc: ['query', 'path'], type: 'missing' },
    ]);
    expect((await gateway.send('/api/v1/auth/can?method=GET&path=/docs')).status).toBe(401);
  });
});
