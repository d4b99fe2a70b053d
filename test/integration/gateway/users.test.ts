import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type RunningGateway, startGateway } from './harness.ts';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.close());
beforeEach(() => void gateway.services.calls.splice(0));

const GOOD = { email: 'ana@example.com', role: 'staff' };
const SECRET = 'hunter2hunt';
const USERS = '/api/v1/users';
const ORGS = '/api/v1/orgs';

const post = (path: string, body: object) => gateway.send(path, { method: 'POST', as: 'admin', body });
const patch = (path: string, body: object) => gateway.send(path, { method: 'PATCH', as: 'admin', body });
const requestOf = (name: string) => gateway.services.calls.findLast((call) => call.name === name)?.request;

describe('a user that is refused', () => {
  test.each([
    [{ email: undefined }, 'email', 'missing'],
    [{ email: 'ana' }, 'email', 'value_error'],
    [{ email: { $ne: null } }, 'email', 'string_type'],
    [{ role: 'owner' }, 'role', 'enum'],
    [{ role: undefined }, 'role', 'missing'],
    [{ is_active: 'perhaps' }, 'is_active', 'bool_parsing'],
    [{ client_id: ['c1'] }, 'client_id', 'string_type'],
    [{ user_metadata: 'text' }, 'user_metadata', 'dict_type'],
    [{ user_metadata: { a: 'x'.repeat(16_384) } }, 'user_metadata', 'value_error'],
    [{ rôle: 'staff' }, 'rôle', 'extra_forbidden'],
    [{ isOperator: true }, 'isOperator', 'extra_forbidden'],
    [{ passwordHash: '$argon2id$' }, 'passwordHash', 'extra_forbidden'],
  ])('%j', async (change, at, type) => {
    const { status, json } = await post(USERS, { ...GOOD, ...change });
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', at], type }]]);
  });

  test.each([
    ['{"__proto__":{"isOperator":true}}', ['__proto__']],
    ['{"theme":{"list":[1,{"__proto__":null}]}}', ['theme', 'list', '1', '__proto__']],
    ['{"theme":"dark","\\u005f_proto__":{"isOperator":true}}', ['__proto__']],
  ])('for a __proto__ in what it may hold: %s', async (metadata, way) => {
    const body = `{"email":"ana@example.com","role":"staff","user_metadata":${metadata}}`;
    for (const [method, path] of [
      ['POST', USERS],
      ['PATCH', `${USERS}/1`],
    ] as const) {
      const { status, json } = await gateway.send(path, { method, as: 'admin', body });
      const issue = { type: 'extra_forbidden', loc: ['body', 'user_metadata', ...way] };
      expect([status, json.detail]).toMatchObject([422, [issue]]);
      expect(gateway.services.calls).toEqual([]);
    }
  });

  test.each([
    ['too short', SECRET, 'string_too_short'],
    ['too long', SECRET.repeat(40), 'string_too_long'],
    ['no text', { text: SECRET }, 'string_type'],
    ['with NUL', `${SECRET}${SECRET}\0`, 'string_pattern_mismatch'],
  ])('a password that is %s is not repeated', async (_what, password, type) => {
    for (const send of [() => post(USERS, { ...GOOD, password }), () => patch(`${USERS}/1`, { password })]) {
      const { status, json, text } = await send();
      expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', 'password'], type }]]);
      expect(text).not.toContain(SECRET);
    }
  });

  test('nor where another field is at fault, or missing', async () => {
    const { text } = await post(USERS, { password: `${SECRET}${SECRET}`, email: 1 });
    expect(text).toContain('missing');
    expect(text).not.toContain(SECRET);
  });
});

test('a user as it was read may be sent back', async () => {
  const { json: created } = await post(USERS, { ...GOOD, user_metadata: { 'a.b': { $set: 1 } } });
  expect(created).toMatchObject({ client_id: null, is_pending: false, user_metadata: { 'a.b': { $set: 1 } } });
  const { status } = await patch(`${USERS}/${created.id}`, created);
  expect(status).toBe(200);
  expect(requestOf('updateUser')).toMatchObject({
    patch: { email: GOOD.email, role: 'staff', is_active: true, user_metadata: '{"a.b":{"$set":1}}' },
    fields: ['email', 'role', 'client_id', 'is_active', 'user_metadata'],
  });
});

test.each([
  [{ client_id: null, user_metadata: null }, ['client_id']],
  [{ role: null, email: null, is_active: null }, []],
])('null in a change: %j', async (body, fields) => {
  const { json } = await post(USERS, GOOD);
  await patch(`${USERS}/${json.id}`, body);
  expect(requestOf('updateUser')).toMatchObject({ fields, patch: {} });
});

test('filters arrive as what they are', async () => {
  await gateway.send(`${USERS}?role=client&is_active=false&client_id=c1&search=ana&sort=email`, { as: 'admin' });
  expect(requestOf('listUsers')).toMatchObject({
    ...{ role: 'client', is_active: false, client_id: 'c1' },
    query: { search: 'ana', sort: 'email' },
  });
  expect((await gateway.send(`${USERS}?role=owner`, { as: 'admin' })).status).toBe(422);
  expect((await gateway.send(`${USERS}?sort=role`, { as: 'admin' })).text).toContain('created_at, email');
});

test('users and orgs are for admins', async () => {
  for (const path of [USERS, ORGS]) {
    for (const as of ['client', 'staff'] as const) {
      expect((await gateway.send(path, { as })).status).toBe(403);
      expect((await gateway.send(path, { as, method: 'POST', body: {} })).status).toBe(403);
    }
  }
  expect(gateway.services.calls.filter(({ name }) => /User|Org/.test(name))).toEqual([]);
});

describe('an org', () => {
  test.each([
    [{ name: '' }, 'name', 'string_too_short'],
    [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'value_error'],
    [{ default_currency: 'EURO' }, 'default_currency', 'enum'],
    [{ is_operator: true }, 'is_operator', 'extra_forbidden'],
  ])('%j is refused', async (change, at, type) => {
    const { status, json } = await post(ORGS, { name: 'Mill', ...change });
    expect([status, json.detail]).toMatchObject([422, [{ loc: ['body', at], type }]]);
  });

  test('is created where it is found', async () => {
    const { headers, json } = await post(ORGS, { name: 'Mill', time_zone: null });
    expect(headers.location).toBe(`${ORGS}/${json.id}`);
    expect(json).toMatchObject({ name: 'Mill', time_zone: null, default_currency: null });
  });

  test('null clears what may be empty', async () => {
    const { json } = await post(ORGS, { name: 'Mill', tax_id: 'PT 1' });
    await patch(`${ORGS}/${json.id}`, { name: null, tax_id: null });
    expect(requestOf('updateOrg')).toMatchObject({ fields: ['tax_id'], patch: {} });
  });
});
