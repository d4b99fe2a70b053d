import { afterAll, describe, expect, test } from '@jest/globals';
import { startGateway } from '../integration/gateway/harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

const GOOD = { name: 'Acme', country: 'Portugal', maxAccountValue: 1, currency: 'EUR' };
const WEBHOOK = { url: 'https://example.com/hook', events: ['*'] };
const USER = { email: 'ana@example.com', role: 'staff' };
const ORG = { name: 'Mill' };

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
    const { json } = await create('/api/v1/clients', { name: 'Acme', taxId: null });
    const missing = ['country', 'maxAccountValue', 'currency'];
    const issues = missing.map((field) => ({
      loc: ['body', field],
      type: 'missing',
      input: { name: 'Acme', taxId: null },
    }));
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

describe.each<[path: string, good: object, refused: [change: object, at: string, type: string][]]>([
  [
    'webhooks',
    WEBHOOK,
    [
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
      [{ secret: `v1,whsec_${'A'.repeat(43)}=` }, 'secret', 'value_error'],
      [{ secret: ` whsec_${'A'.repeat(43)}=` }, 'secret', 'value_error'],
      [{ description: 'x'.repeat(10_001) }, 'description', 'string_too_long'],
      [{ events: [] }, 'events', 'too_short'],
      [{ is_active: 'maybe' }, 'is_active', 'bool_parsing'],
      [{ is_active: {} }, 'is_active', 'bool_type'],
    ],
  ],
  [
    'users',
    USER,
    [
      [{ email: undefined }, 'email', 'missing'],
      [{ email: 'ana' }, 'email', 'value_error'],
      [{ role: 'owner' }, 'role', 'enum'],
      [{ password: 'hunter2hunt' }, 'password', 'string_too_short'],
      [{ role: undefined }, 'role', 'missing'],
      [{ is_active: 'perhaps' }, 'is_active', 'bool_parsing'],
      [{ user_metadata: 'text' }, 'user_metadata', 'dict_type'],
      [{ user_metadata: { a: 'x'.repeat(16_384) } }, 'user_metadata', 'value_error'],
    ],
  ],
  [
    'orgs',
    ORG,
    [
      [{ name: '' }, 'name', 'string_too_short'],
      [{ time_zone: 'Mars/Olympus' }, 'time_zone', 'value_error'],
      [{ default_currency: 'EURO' }, 'default_currency', 'enum'],
    ],
  ],
  [
    'management-accounts',
    { code: '5000', name: 'Goods' },
    [
      [{ code: undefined }, 'code', 'missing'],
      [{ name: undefined }, 'name', 'missing'],
      [{ code: '' }, 'code', 'string_too_short'],
      [{ code: 5000 }, 'code', 'string_type'],
      [{ code: 'x'.repeat(256) }, 'code', 'string_too_long'],
      [{ status: 'archived' }, 'status', 'enum'],
      [{ parentId: '' }, 'parentId', 'string_too_short'],
      [{ description: 'x'.repeat(10_001) }, 'description', 'string_too_long'],
    ],
  ],
  [
    'bom/b1/versions/1/line-items',
    {},
    [
      [{ grossConsumption: -1 }, 'grossConsumption', 'greater_than_equal'],
      [{ sellingTolerance: 1001 }, 'sellingTolerance', 'less_than_equal'],
      [{ nativeCurrency: 'XXZ' }, 'nativeCurrency', 'enum'],
      [{ unit: '' }, 'unit', 'string_too_short'],
      [
        { assignedMaterialOptions: [{ isPreferred: 'perhaps' }] },
        'assignedMaterialOptions.0.isPreferred',
        'bool_parsing',
      ],
    ],
  ],
])('%s', (path, good, refused) => {
  test.each(refused)('%j is refused', async (change, at, type) => {
    const { status, json } = await create(`/api/v1/${path}`, { ...good, ...change });
    expect([status, json.detail]).toMatchObject([422, [{ type, loc: ['body', ...at.split('.')] }]]);
  });
});

const patch = (path: string, body: object) => gateway.send(path, { method: 'PATCH', as: 'admin', body });

test.each([
  [
    'webhooks',
    WEBHOOK,
    { secret: null, description: null, url: null, events: null, is_active: null },
    ['secret', 'description'],
  ],
  ['users', USER, { client_id: null, user_metadata: null, role: null, email: null, is_active: null }, ['client_id']],
  ['orgs', { ...ORG, tax_id: 'PT 1' }, { name: null, tax_id: null }, ['tax_id']],
])('null in a change of %s clears what may be empty, and leaves the rest', async (path, good, body, fields) => {
  const { json } = await create(`/api/v1/${path}`, good);
  await patch(`/api/v1/${path}/${json.id}`, body);
  expect(gateway.services.calls.at(-1)?.request).toEqual({ id: json.id, patch: {}, fields });
});

describe('webhooks', () => {
  test.each(['true', 1, 'on', 'YES'])('%j is true', async (is_active) => {
    expect((await create('/api/v1/webhooks', { ...WEBHOOK, is_active })).json.is_active).toBe(true);
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
        name: null,
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
