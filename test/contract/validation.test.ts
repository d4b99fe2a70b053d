import { afterAll, describe, expect, test } from '@jest/globals';
import { newApiKeyValue } from '#chassis/secrets/api-key-value.ts';
import { startGateway, tokenFor } from '../integration/gateway/harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const GOOD = { name: 'Acme', country: 'Portugal', maxAccountValue: 1, currency: 'EUR' };
const WEBHOOK = { url: 'https://example.com/hook', events: ['*'] };

const create = (path: string, body: string | object) => gateway.send(path, { method: 'POST', as: 'admin', body });

/** decisions 1, 422: the words and types of Pydantic v2. */
describe('clients', () => {
  test.each([
    [{ name: undefined }, 'name', 'missing', 'Field required', undefined],
    [{ name: null }, 'name', 'missing', 'Field required', undefined],
    [{ name: 5 }, 'name', 'string_type', 'Input should be a valid string', undefined],
    [{ name: [] }, 'name', 'string_type', 'Input should be a valid string', undefined],
    [{ name: { length: 256 } }, 'name', 'string_type', 'Input should be a valid string', undefined],
    [{ name: '' }, 'name', 'string_too_short', 'String should have at least 1 character', { min_length: 1 }],
    [
      { name: 'x'.repeat(256) },
      'name',
      'string_too_long',
      'String should have at most 255 characters',
      { max_length: 255 },
    ],
    [
      { name: 'a\0' },
      'name',
      'string_pattern_mismatch',
      expect.stringContaining('String should match pattern'),
      expect.anything(),
    ],
    [{ name: '\ud800' }, 'name', 'value_error', expect.anything(), expect.anything()],
    [
      { maxAccountValue: 'x' },
      'maxAccountValue',
      'float_parsing',
      'Input should be a valid number, unable to parse string as a number',
      undefined,
    ],
    [{ maxAccountValue: [] }, 'maxAccountValue', 'float_type', 'Input should be a valid number', undefined],
    [
      { maxAccountValue: -1 },
      'maxAccountValue',
      'greater_than_equal',
      'Input should be greater than or equal to 0',
      { ge: 0 },
    ],
    [
      { priceCategory: 'x' },
      'priceCategory',
      'enum',
      "Input should be 'high', 'medium' or 'low'",
      { expected: "'high', 'medium' or 'low'" },
    ],
    [
      { status: 'gone' },
      'status',
      'enum',
      "Input should be 'active' or 'archived'",
      { expected: "'active' or 'archived'" },
    ],
    [{ contacts: {} }, 'contacts', 'list_type', 'Input should be a valid list', undefined],
    [{ contacts: [1] }, 'contacts.0', 'dict_type', 'Input should be a valid dictionary', undefined],
    [{ contacts: [{ mail: '' }] }, 'contacts.0.mail', 'extra_forbidden', 'Extra inputs are not permitted', undefined],
    [
      { contacts: Array(501).fill({}) },
      'contacts',
      'too_long',
      'List should have at most 500 items after validation, not 501',
      { field_type: 'List', max_length: 500, actual_length: 501 },
    ],
    [{ nmae: 'x' }, 'nmae', 'extra_forbidden', 'Extra inputs are not permitted', undefined],
  ])('%j', async (change, at, type, msg, ctx) => {
    const { status, json } = await create('/api/v1/clients', { ...GOOD, ...change });
    expect(status).toBe(422);
    expect(json.code).toBe('validation_failed');
    expect(json.detail).toEqual([
      { type, loc: ['body', ...at.split('.')], msg, input: expect.anything(), ...(ctx && { ctx }) },
    ]);
  });

  test('a missing field shows what was sent instead', async () => {
    const { json } = await create('/api/v1/clients', { name: 'Acme' });
    const missing = ['country', 'maxAccountValue', 'currency'];
    const issues = missing.map((field) => ({ loc: ['body', field], type: 'missing', input: { name: 'Acme' } }));
    expect(json.detail).toMatchObject(issues);
  });

  test('response-only fields are accepted and ignored', async () => {
    const { status, json } = await create('/api/v1/clients', {
      ...GOOD,
      id: 'mine',
      ordersCount: 'many',
      createdAt: 1,
    });
    expect([status, json.ordersCount]).toEqual([200, 0]);
    expect(json.id).not.toBe('mine');
  });

  test('creating may name a status, null is the first', async () => {
    expect((await create('/api/v1/clients', { ...GOOD, status: 'archived' })).json.status).toBe('archived');
    expect((await create('/api/v1/clients', { ...GOOD, status: null })).json.status).toBe('active');
  });

  test('a fault says what it is, where, and about what, in the order of the interface', async () => {
    const { json } = await create('/api/v1/clients', { ...GOOD, maxAccountValue: -1 });
    expect(Object.keys((json.detail as object[])[0] ?? {})).toEqual(['type', 'loc', 'msg', 'input', 'ctx']);
  });

  test.each([
    ['', { type: 'missing', loc: ['body'] }],
    ['{', { type: 'json_invalid', msg: 'JSON decode error' }],
    ['{"name": 1,}', { type: 'json_invalid', loc: ['body', '11'] }],
    ['[]', { type: 'dict_type', loc: ['body'] }],
    ['null', { type: 'dict_type', loc: ['body'] }],
    ['{"name": "a", "n\\u0061me": "b"}', { type: 'json_invalid', ctx: { error: 'Duplicate key' } }],
    ['{"a": {"__proto__": {"x": 1}}}', { type: 'extra_forbidden', loc: ['body', 'a', '__proto__'] }],
    ['{"constructor": {"prototype": 1}}', { type: 'missing' }],
    [`${'['.repeat(40)}${']'.repeat(40)}`, { type: 'json_invalid', ctx: { error: 'Nested more than 32 levels deep' } }],
  ])('the body %j', async (body, issue) => {
    const { status, json } = await create('/api/v1/clients', body);
    expect([status, (json.detail as object[])[0]]).toMatchObject([422, issue]);
  });

  test('a body that is not UTF-8 is refused', async () => {
    const body = Buffer.from([0x22, 0xff, 0x22]);
    const { json } = await gateway.send('/api/v1/clients', { method: 'POST', as: 'staff', body });
    expect(json.detail).toMatchObject([{ type: 'json_invalid' }]);
  });
});

describe('webhooks', () => {
  test.each([
    [{ url: 'ftp://example.com' }, 'url', 'url_parsing'],
    [{ url: 'x' }, 'url', 'url_parsing'],
    [{ url: 'https://example.com/\0' }, 'url', 'value_error'],
    [{ url: 'https://example.com/a b' }, 'url', 'value_error'],
    [{ url: 'https://example.com/?é' }, 'url', 'value_error'],
    [{ url: 'https://example.com/?a[]=1' }, 'url', 'value_error'],
    [{ url: 'https://example.com/%zz' }, 'url', 'value_error'],
    [{ secret: `${'x'.repeat(16)}\0` }, 'secret', 'string_pattern_mismatch'],
    [{ secret: 'fifteen letters' }, 'secret', 'string_too_short'],
    [{ secret: 'Generate' }, 'secret', 'string_too_short'],
    [{ secret: 'x'.repeat(257) }, 'secret', 'string_too_long'],
    [{ secret: `whsec_${'A'.repeat(30)}` }, 'secret', 'value_error'],
    [{ description: 'x'.repeat(10_001) }, 'description', 'string_too_long'],
    [{ events: [] }, 'events', 'too_short'],
    [{ is_active: 'maybe' }, 'is_active', 'bool_parsing'],
    [{ is_active: {} }, 'is_active', 'bool_type'],
  ])('%j', async (change, field, type) => {
    const { status, json } = await create('/api/v1/webhooks', { ...WEBHOOK, ...change });
    expect([status, json.detail]).toMatchObject([422, [{ type, loc: ['body', field] }]]);
  });

  test.each(['true', 1, 'on', 'YES'])('%j is true', async (is_active) => {
    expect((await create('/api/v1/webhooks', { ...WEBHOOK, is_active })).json.is_active).toBe(true);
  });

  test('a key, a token and a secret are known wherever they stand', async () => {
    const known = [newApiKeyValue().text, await tokenFor('staff'), `whsec_${'A'.repeat(32)}`];
    for (const value of known) {
      for (const body of [
        { ...WEBHOOK, is_active: value },
        { ...WEBHOOK, events: [{ name: `my ${value}` }] },
        { url: value, more: { a: [value] } },
      ]) {
        const { status, text } = await create('/api/v1/webhooks', body);
        expect([status, text]).toEqual([422, expect.not.stringContaining(value)]);
      }
    }
  });

  test('null removes secret and description, and leaves what cannot be null', async () => {
    const { json } = await create('/api/v1/webhooks', WEBHOOK);
    const body = { secret: null, description: null, url: null, events: null, is_active: null };
    await gateway.send(`/api/v1/webhooks/${json.id}`, { method: 'PATCH', as: 'admin', body });
    const fields = ['secret', 'description'];
    expect(gateway.services.calls.at(-1)?.request).toEqual({ id: json.id, patch: {}, fields });
  });

  test("an org of one's own may be named, another may not", async () => {
    expect((await create('/api/v1/webhooks', { ...WEBHOOK, org_id: 'org-1' })).status).toBe(200);
    expect((await create('/api/v1/webhooks', { ...WEBHOOK, org_id: 'org-2' })).status).toBe(403);
    expect((await create('/api/v1/webhooks', { ...WEBHOOK, org_id: null })).status).toBe(200);
  });
});

describe('login', () => {
  const login = (body: string, type = 'application/x-www-form-urlencoded') =>
    gateway.send('/auth/login', { method: 'POST', body, headers: { 'content-type': type } });

  test('a form gets the token', async () => {
    const { status, json } = await login(
      'username=ann%40example.com&password=correct+horse&grant_type=password&scope=',
    );
    expect(status).toBe(200);
    expect(json).toEqual({
      access_token: 'token',
      token_type: 'bearer',
      expires_in: 3600,
      user: {
        id: 'user-1',
        email: 'ann@example.com',
        role: 'staff',
        app_metadata: { org_id: 'org-1', client_id: null, orgs: [{ id: 'org-1', name: 'One', role: 'staff' }] },
        user_metadata: { theme: 'dark' },
      },
    });
  });

  test('wrong credentials are a 401 of their own', async () => {
    expect((await login('username=a&password=wrong')).json).toMatchObject({
      detail: 'Invalid credentials',
      code: 'invalid_credentials',
    });
  });

  test('a JSON body has no fields, and is told what has', async () => {
    const { status, json } = await login('{"username":"a","password":"p"}', 'application/json');
    const msg = 'Field required, in a body of type application/x-www-form-urlencoded';
    expect([status, json.detail]).toEqual([
      422,
      [
        { loc: ['body', 'username'], type: 'missing', msg, input: {} },
        { loc: ['body', 'password'], type: 'missing', msg, input: {} },
      ],
    ]);
    const form = (await login('password=p')).json.detail;
    expect(form).toMatchObject([{ loc: ['body', 'username'], msg: 'Field required' }]);
  });
});
