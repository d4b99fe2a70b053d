import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startGateway } from './harness.ts';

const gateway = await startGateway();
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
});

test.each([
  [{ client_id: null, user_metadata: null }, ['client_id']],
  [{ role: null, email: null, is_active: null }, []],
])('null in a change: %j', async (body, fields) => {
  const { json } = await post(USERS, GOOD);
  await patch(`${USERS}/${json.id}`, body);
  expect(requestOf('updateUser')).toMatchObject({ fields, patch: {} });
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
