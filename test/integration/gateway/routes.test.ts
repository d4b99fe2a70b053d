import { afterAll, describe, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { makeToken, startGateway } from './harness.ts';

const gateway = await startGateway();
afterAll(() => gateway.close());

test('the caller is told who it is in the org it asks for, and what is left', async () => {
  const authorization = `Bearer ${await makeToken()}`;
  const { json, headers } = await gateway.send('/api/v1/auth/me', { headers: { authorization, 'x-org-id': 'org-2' } });
  expect(json).toEqual({
    id: 'user-1',
    email: 'ann@example.com',
    name: null,
    role: 'client',
    org_id: 'org-2',
    orgs: [{ id: 'org-1', name: 'One', role: 'staff' }],
    client_id: 'c-2',
    scopes: [],
    rate_limit: { limit: 1_000_000, remaining: Number(headers['ratelimit-remaining']), reset: expect.any(Number) },
  });
  expect(gateway.services.calls.at(-1)?.request).toEqual({ id: 'user-1', org_id: 'org-2' });
});

test('the keys are public, as JSON Web Keys', async () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA', kid: expect.any(String), x: expect.any(String) };
  expect((await gateway.send('/.well-known/jwks.json')).json).toEqual({ keys: [jwk] });
  expect((await gateway.send('/.well-known/webhook-keys/org-1.json')).json).toEqual({ keys: [jwk] });
  expect(gateway.services.calls.at(-1)?.request).toEqual({ org_id: 'org-1' });
});

const first = { page: 1, limit: 10 };

test.each([
  [
    'materials?type=fabric&supplierId=s1&status=active&sort=name',
    { query: { ...first, sort: 'name' }, type: 'fabric', supplierId: 's1', status: 'active' },
  ],
  [
    'users?role=client&is_active=false&client_id=c1&search=ana&sort=email',
    { query: { ...first, sort: 'email', search: 'ana' }, role: 'client', is_active: false, client_id: 'c1' },
  ],
  ['webhooks?is_active=yes', { query: expect.objectContaining(first), is_active: true }],
  ['management-accounts', { query: { ...first, sort: 'code' } }],
  ['management-accounts?sort=-created_at', { query: { ...first, sort: '-createdAt' } }],
  ['management-accounts?sort=level&search=goods', { query: { ...first, sort: 'level', search: 'goods' } }],
  [
    'management-accounts?isActive=false&type=expense',
    { query: { ...first, sort: 'code' }, isActive: false, type: 'expense' },
  ],
])('a list is asked for as %s says', async (path, request) => {
  expect((await gateway.send(`/api/v1/${path}`, { as: 'admin' })).status).toBe(200);
  expect(gateway.services.calls.at(-1)?.request).toEqual(request);
});

test('an org is created where it is found', async () => {
  const body = { name: 'Mill', time_zone: null };
  const { headers, json } = await gateway.send('/api/v1/orgs', { method: 'POST', as: 'admin', body });
  expect(headers.location).toBe(`/api/v1/orgs/${json.id}`);
  expect(json).toMatchObject({ name: 'Mill', time_zone: null, default_currency: null });
});

test('meta says where the reference is and what every service runs, but for one that is down', async () => {
  const getVersion = async () => {
    throw new AppError('upstream_unavailable', 'Service product is unavailable');
  };
  gateway.services.versions.product = { getVersion };
  expect((await gateway.send('/api/v1/meta')).json).toEqual({
    api_version: 'v1',
    changelog: expect.any(Number),
    openapi: 'https://localhost:8443/openapi.json',
    docs: 'https://localhost:8443/docs',
    services: { gateway: '0.0.0', identity: '1.2.3', product: null, finance: '1.2.3', notification: '1.2.3' },
  });
});

describe('webhooks', () => {
  test('a secret that was made is shown by the write alone, and kept by nobody', async () => {
    const body = { url: 'https://example.com/hook', events: ['*'], secret: 'generate' };
    const plain = await gateway.send('/api/v1/webhooks', { method: 'POST', as: 'admin', body });
    expect(plain.json).not.toHaveProperty('secret');
    const record = { ...plain.json, description: undefined };
    const reply = { record, revision: 1, eventId: 'evt_1', replayed: false, secret: 'whsec_made' };
    for (const [method, path, rpc] of [
      ['POST', '', 'createWebhook'],
      ['PATCH', '/1', 'updateWebhook'],
    ] as const) {
      gateway.services.answers.set(rpc, async () => reply);
      const { json, headers } = await gateway.send(`/api/v1/webhooks${path}`, { method, as: 'admin', body });
      expect(json).toEqual({ ...plain.json, secret: 'whsec_made' });
      expect(headers['cache-control']).toBe('no-store');
      gateway.services.answers.delete(rpc);
    }
  });

  test('deliveries are a bare array, with the payload as an object', async () => {
    const { json } = await gateway.send('/api/v1/webhooks/1/deliveries?limit=200&success=false&before=d9', {
      as: 'admin',
    });
    expect(json).toEqual([expect.objectContaining({ payload: { id: 'evt_1' }, next_attempt_at: null })]);
    const request = { webhook_id: '1', limit: 200, success: false, before: 'd9' };
    expect(gateway.services.calls.at(-1)?.request).toEqual(request);
    expect((await gateway.send('/api/v1/webhooks/1/deliveries?limit=201', { as: 'admin' })).status).toBe(422);
    const span = 'delivered_at_from=2026-03-01&delivered_at_to=2026-03-01&sort=deliveredAt&after=d1';
    await gateway.send(`/api/v1/webhooks/1/deliveries?${span}`, { as: 'admin' });
    expect(gateway.services.calls.at(-1)?.request).toEqual({
      ...{ webhook_id: '1', limit: 50, after: 'd1', oldest_first: true },
      ...{ delivered_from: '2026-03-01T00:00:00.000Z', delivered_to: '2026-03-01T23:59:59.999Z' },
    });
  });

  test('a test may name an event type', async () => {
    const body = { event_type: 'client.created' };
    await gateway.send('/api/v1/webhooks/1/test', { method: 'POST', as: 'admin', body });
    expect(gateway.services.calls.at(-1)?.request).toEqual({ id: '1', ...body });
    const wrong = { method: 'POST', as: 'admin', body: { event_type: 5 } } as const;
    expect((await gateway.send('/api/v1/webhooks/1/test', wrong)).json.detail).toMatchObject([
      { type: 'string_type', loc: ['body', 'event_type'] },
    ]);
  });

  test('the types of events are listed by page, with their schemas and examples', async () => {
    const { data } = (await gateway.send('/api/v1/event-types?limit=100', { as: 'admin' })).json;
    const types = data as { type: string; schema: object; example: object | null }[];
    expect(types.map(({ type }) => type)).toEqual(eventTypes);
    const { json } = await gateway.send('/api/v1/event-types?limit=1&page=2', { as: 'admin' });
    const total = eventTypes.length;
    const pagination = { page: 2, limit: 1, total, totalPages: total, hasNext: true, hasPrev: true };
    expect(json).toEqual({ data: [types[1]], pagination });
    const known = new Map(types.map((type) => [type.type, type]));
    expect(known.get('client.created')).toMatchObject({
      example: { name: 'Nordwind Apparel' },
      schema: {
        anyOf: [
          {
            properties: {
              type: { const: 'client.created' },
              data: { properties: { maxAccountValue: { type: 'number' } } },
              truncated: { not: {} },
            },
          },
          {
            properties: { type: { const: 'client.created' }, truncated: { const: true } },
            required: expect.arrayContaining(['id', 'data', 'truncated']),
          },
        ],
      },
    });
    expect(known.get('user.created')).toMatchObject({ example: { org_id: 'org-1' } });
    expect(JSON.stringify(types)).not.toContain('"additionalProperties":false');
  });
});
