import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OrgUser } from '#proto/identity/v1/contract.ts';
import { eventually } from '../support/eventually.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** decisions 3: Sessions end early. Milliseconds. */
const SOON = 5_000;
const PASSWORD = 'mill wheels turn slowly';

let system: Tenant;
let admin: string;
beforeAll(async () => {
  system = await openTenant();
  admin = await system.login();
}, 120_000);
afterAll(() => system.close(), 60_000);

async function send<Answer>(token: string, method: string, path: string, body?: object, headers = {}) {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
  };
  const response = await system.fetch(path, { ...init, ...(body && { body: JSON.stringify(body) }) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}
const statusOf = async (token: string, path: string, headers = {}) =>
  (await send(token, 'GET', path, undefined, headers)).status;

async function newUser(fields: object): Promise<OrgUser> {
  const { status, body } = await send<OrgUser>(admin, 'POST', '/api/v1/users', { password: PASSWORD, ...fields });
  expect(status).toBe(200);
  return body;
}

test('a staff user comes in, may what staff may, and is out within 5 s of being disabled', async () => {
  const { id, email } = await newUser({ email: 'Rui@example.com', role: 'staff' });
  const token = await system.login({ email, password: PASSWORD });
  expect(await statusOf(token, '/auth/test/staff')).toBe(200);
  expect(await statusOf(token, '/auth/test/admin')).toBe(403);
  expect(await statusOf(token, '/api/v1/users')).toBe(403);
  const { status } = await send(admin, 'PATCH', `/api/v1/users/${id}`, { is_active: false });
  expect(status).toBe(200);
  await eventually(async () => (await statusOf(token, '/auth/test/staff')) === 401, SOON);
  await expect(system.login({ email, password: PASSWORD })).rejects.toThrow('401');
});

test('a client user is bound to a client that product has', async () => {
  const client = { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
  const { body: acme } = await send<{ id: string }>(admin, 'POST', '/api/v1/clients', client);
  const { body: other } = await send<{ id: string }>(admin, 'POST', '/api/v1/clients', { ...client, name: 'Other' });
  const refused = await send(admin, 'POST', '/api/v1/users', {
    email: 'c@x.example',
    role: 'client',
    client_id: 'none',
  });
  expect(refused).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'client_id'], type: 'value_error' }] },
  });
  const { email } = await newUser({ email: 'buyer@acme.example', role: 'client', client_id: acme.id });
  const token = await system.login({ email, password: PASSWORD });
  expect(await statusOf(token, `/api/v1/clients/${acme.id}`)).toBe(200);
  expect(await statusOf(token, `/api/v1/clients/${other.id}`)).toBe(404);
});

test('a client stays while a user is bound to it, and goes with a key when none is', async () => {
  const client = { name: 'Bound', country: 'DE', maxAccountValue: 1, currency: 'EUR' };
  const { body: bound } = await send<{ id: string }>(admin, 'POST', '/api/v1/clients', client);
  const user = await newUser({ email: 'bound@acme.example', role: 'client', client_id: bound.id });
  const path = `/api/v1/clients/${bound.id}`;
  expect(await send(admin, 'DELETE', path)).toMatchObject({
    status: 409,
    body: { code: 'in_use', detail: `Client is in use by user ${user.id}` },
  });
  await send(admin, 'DELETE', `/api/v1/users/${user.id}`);
  const key = { name: 'Cleaner', org_id: user.org_id, scopes: ['delete:clients'] };
  const { body } = await send<{ key: string }>(admin, 'POST', '/api/v1/api-keys', key);
  const gone = await system.fetch(path, { method: 'DELETE', headers: { 'x-api-key': body.key } });
  expect(await gone.json()).toMatchObject({ success: true, deletedId: bound.id });
});

test('a record that was read may be sent back, and If-Match guards it', async () => {
  const { id } = await newUser({ email: 'ines@example.com', role: 'staff', user_metadata: { desk: { row: 7 } } });
  const path = `/api/v1/users/${id}`;
  const { body, headers } = await send<OrgUser>(admin, 'GET', path);
  expect(body).toMatchObject({ client_id: null, user_metadata: { desk: { row: 7 } } });
  const ifMatch = { 'if-match': headers.get('etag') ?? '' };
  expect((await send(admin, 'PATCH', path, { ...body, role: 'admin' }, ifMatch)).status).toBe(200);
  expect((await send(admin, 'PATCH', path, body, ifMatch)).status).toBe(412);
});

test('a founder acts in its new org at once, alone, and sees it among its orgs', async () => {
  const { body: org } = await send<{ id: string }>(admin, 'POST', '/api/v1/orgs', { name: 'South Mill' });
  const there = { 'x-org-id': org.id };
  const { body } = await send<{ data: OrgUser[] }>(admin, 'GET', '/api/v1/users', undefined, there);
  expect(body.data).toMatchObject([{ org_id: org.id, role: 'admin' }]);
  const { body: orgs } = await send<{ data: { id: string }[] }>(admin, 'GET', '/api/v1/orgs');
  expect(orgs.data.map(({ id }) => id)).toContain(org.id);
  const { email } = await newUser({ email: 'vera@example.com', role: 'admin' });
  const stranger = await system.login({ email, password: PASSWORD });
  expect(await statusOf(stranger, '/api/v1/users', there)).toBe(403);
  expect(await statusOf(stranger, `/api/v1/orgs/${org.id}`)).toBe(404);
});

test('the last admin stays', async () => {
  const { body: org } = await send<{ id: string }>(admin, 'POST', '/api/v1/orgs', { name: 'One-man Mill' });
  const there = { 'x-org-id': org.id };
  const { body: me } = await send<{ id: string }>(admin, 'GET', '/api/v1/auth/me');
  const answer = await send(admin, 'DELETE', `/api/v1/users/${me.id}`, undefined, there);
  expect(answer).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('an org that the token has no room for is found by X-Org-Id, and listed', async () => {
  const ids: string[] = [];
  for (let index = 0; index < 85; index++) {
    const { body } = await send<{ id: string }>(admin, 'POST', '/api/v1/orgs', { name: `Mill ${index}` });
    ids.push(body.id);
  }
  const token = await system.login();
  const { orgs } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  expect(orgs).toHaveLength(80);
  const named = new Set(orgs.map(({ id }: { id: string }) => id));
  const unnamed = ids.filter((id) => !named.has(id));
  expect(unnamed.length).toBeGreaterThanOrEqual(5);
  const me = await send<{ org_id: string; orgs: { id: string }[] }>(token, 'GET', '/api/v1/auth/me', undefined, {
    'x-org-id': unnamed.at(-1),
  });
  expect(me).toMatchObject({ status: 200, body: { org_id: unnamed.at(-1) } });
  expect(me.body.orgs.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  expect(await statusOf(token, '/auth/test/admin', { 'x-org-id': unnamed[0] })).toBe(200);
  expect(await statusOf(token, '/auth/test/admin', { 'x-org-id': '0123456789abcdef01234567' })).toBe(403);
}, 60_000);
