import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { hasRole, type Role } from '#chassis/rpc/context.ts';
import { type Cast, castOf, signIn } from '../support/access/cast.ts';
import { createForger, tamperedWith, unsigned } from '../support/access/forger.ts';
import { bodies, type Rule, rules } from '../support/access/table.ts';
import { openTenant, type Tenant } from '../support/system/tenant.ts';

/** Every route of the OpenAPI document, tried by everybody (decisions 3). What is expected is written down in the table. */
/** Names no record. */
const NO_ID = '0123456789abcdef01234567';
/** The document and its pages. */
const UNDOCUMENTED = ['GET /openapi.json', 'GET /docs', 'GET /docs/webhooks.md'];
const ROLES = ['client', 'staff', 'admin'] as const;

type Credentials = Record<string, string>;
interface Answer {
  status: number;
  text: string;
  challenge: string | null;
}

let system: Tenant;
let cast: Cast;
/** Credentials that are no good, by what is wrong with them. */
let worthless: Record<string, Credentials>;
beforeAll(async () => {
  system = await openTenant();
  cast = await castOf(system);
  worthless = await worthlessCredentials();
}, 180_000);
afterAll(() => system?.close(), 60_000);

const bearer = (token: string): Credentials => ({ authorization: `Bearer ${token}` });
const keyed = (key: string): Credentials => ({ 'x-api-key': key });

async function worthlessCredentials(): Promise<Record<string, Credentials>> {
  const { token } = cast.users.admin;
  const forger = await createForger(system);
  const now = Math.floor(Date.now() / 1000);
  expect((await send('GET /api/v1/clients', bearer(await forger.sign(token, {})))).status).toBe(200);
  return {
    none: {},
    expired: bearer(await forger.sign(token, { iat: now - 3700, exp: now - 100 })),
    tampered: bearer(tamperedWith(token)),
    'alg none': bearer(unsigned(token)),
    'wrong audience': bearer(await forger.sign(token, { aud: 'another-api' })),
    'wrong issuer': bearer(await forger.sign(token, { iss: 'another-issuer' })),
    'not a key': keyed(`${cast.mightyKey.slice(0, -1)}_`),
    'a token and a key': { ...bearer(token), ...keyed(cast.mightyKey) },
  };
}

/** Sends an empty request, or the least that gets past the body. */
async function send(
  route: string,
  headers: Credentials,
  id: (collection: string) => string = () => NO_ID,
): Promise<Answer> {
  const [method = '', path = ''] = route.split(' ');
  const filled = path.replace(/^(.*?)\/\{\w+\}/, (_, collection) => `${collection}/${id(collection)}`);
  const body = bodies[route] ?? (method === 'PATCH' ? {} : undefined);
  const json = body && { 'content-type': 'application/json' };
  const response = await system.fetch(filled, {
    method,
    headers: { ...headers, ...json },
    ...(body && { body: JSON.stringify(body) }),
  });
  const { status } = response;
  return { status, text: await response.text(), challenge: response.headers.get('www-authenticate') };
}

/** Whether the caller was let in, whatever came of it. */
function verdict({ status, text }: Answer): string {
  if (text.includes('Route not found')) return 'no such route';
  if (status === 401 || status === 403 || status === 429 || status >= 500) return String(status);
  return 'in';
}

const guarded = Object.entries(rules).filter(
  (entry): entry is [string, Exclude<Rule, 'public'>] => entry[1] !== 'public',
);
const open = Object.keys(rules).filter((route) => rules[route] === 'public');

test('the table knows every route of the document, and no other', async () => {
  const { paths } = (await (await system.fetch('/openapi.json')).json()) as { paths: Record<string, object> };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(Object.keys(rules).sort()).toEqual([...documented, ...UNDOCUMENTED].sort());
});

test.each(open)('%s is for everybody', async (route) => {
  expect(verdict(await send(route, {}))).toBe('in');
});

test.each(guarded)('%s refuses what proves nothing', async (route) => {
  for (const [name, credentials] of Object.entries(worthless)) {
    const { status, challenge, text } = await send(route, credentials);
    expect({ name, status, challenge }).toEqual({ name, status: 401, challenge: 'Bearer' });
    expect(JSON.parse(text)).toMatchObject({ detail: 'Not authenticated', code: 'not_authenticated' });
  }
});

test.each(guarded)('%s is for users from a role on', async (route, [least]) => {
  const found: Partial<Record<Role, string>> = {};
  for (const role of ROLES) {
    found[role] = verdict(await send(route, bearer(cast.users[role].token)));
    // This one route ends the session that it is called with.
    if (route === 'POST /auth/logout') cast.users[role].token = await signIn(system, cast.users[role].email);
  }
  expect(found).toEqual(Object.fromEntries(ROLES.map((role) => [role, hasRole(role, least) ? 'in' : '403'])));
});

test.each(guarded)('%s is for keys with the scope', async (route, [, scope]) => {
  const tries: Record<string, string | undefined> = {
    powerless: cast.powerlessKey,
    mighty: cast.mightyKey,
    holding: cast.holding.get(scope),
    lacking: cast.lacking.get(scope),
  };
  const expected = {
    'no key': { powerless: '403', mighty: '403' },
    'any key': { powerless: 'in', mighty: 'in' },
  }[scope as string] ?? { powerless: '403', mighty: 'in', holding: 'in', lacking: '403' };
  const found: Record<string, string> = {};
  for (const name of Object.keys(expected)) found[name] = verdict(await send(route, keyed(tries[name] ?? '')));
  expect(found).toEqual(expected);
});

test.each(guarded)('%s shows and changes nothing of another org', async (route) => {
  const idOf = (collection: string) => cast.records[collection] ?? NO_ID;
  if (route === 'POST /auth/logout') return;
  const { status, text } = await send(route, bearer(cast.stranger.token), idOf);
  if (route.includes('{'))
    expect({ status, text }).toMatchObject({ status: 404, text: expect.stringContaining('not_found') });
  for (const id of [...Object.values(cast.records), cast.ownClient]) expect(text).not.toContain(id);
  const named = { 'x-org-id': cast.orgId };
  expect(verdict(await send(route, { ...bearer(cast.stranger.token), ...named }, idOf))).toBe('403');
});

test('what was attacked is as it was', async () => {
  for (const [collection, id] of Object.entries(cast.records)) {
    const answer = await send(`GET ${collection}/{id}`, bearer(cast.users.admin.token), () => id);
    expect({ collection, status: answer.status }).toEqual({ collection, status: 200 });
  }
});

test('a client sees its own client alone: in lists, totals, exports, searches and single reads', async () => {
  const { token } = cast.users.client;
  const list = async (query: string) => (await system.call(token, 'GET', `/api/v1/clients?${query}`)).json();
  const own = { data: [{ id: cast.ownClient }], pagination: { total: 1, totalPages: 1, hasNext: false } };
  expect(await list('')).toMatchObject(own);
  expect(await list('search=n')).toMatchObject(own);
  expect(await list('search=Another')).toMatchObject({ data: [], pagination: { total: 0 } });
  expect(await list('page=2&limit=1')).toMatchObject({ data: [], pagination: { total: 1 } });
  const csv = await (await system.call(token, 'GET', '/api/v1/clients?format=csv')).text();
  expect(csv.trim().split('\n')).toHaveLength(2);
  const other = cast.records['/api/v1/clients'] ?? '';
  expect((await system.call(token, 'GET', `/api/v1/clients/${cast.ownClient}`)).status).toBe(200);
  expect((await system.call(token, 'GET', `/api/v1/clients/${other}`)).status).toBe(404);
  expect((await list('sort=name&updated_since=2020-01-01')) as object).toMatchObject(own);
});

const goods = [{ description: 'Goods', qty: 1, unitPrice: 1 }];

/** Documents about a client, all of them alike. */
async function documentsOf(clientId: string): Promise<Record<string, string>> {
  const made = async (path: string, body: object) => {
    const answer = await system.call(cast.users.admin.token, 'POST', `/api/v1/${path}`, body);
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { id: string }).id;
  };
  const salesOrderId = await made('orders', { clientId, lineItems: goods });
  const note = { salesOrderId, carrier: 'Boat', lineItems: [{ description: 'Goods', qty: 1 }] };
  const invoice = { invoiceNumber: `Boat-${clientId}`, salesOrderId, totalAmount: 1 };
  return {
    orders: salesOrderId,
    'delivery-notes': await made('delivery-notes', note),
    invoices: await made('invoices', invoice),
  };
}

test('a client sees documents of its own client alone: in lists, totals, exports, searches and filters', async () => {
  const { token } = cast.users.client;
  const other = cast.records['/api/v1/clients'] ?? '';
  const [own, foreign] = [await documentsOf(cast.ownClient), await documentsOf(other)];
  const text = async (path: string, query: string) =>
    (await system.call(token, 'GET', `/api/v1/${path}?${query}`)).text();
  const searches: Record<string, string> = { orders: 'so-', 'delivery-notes': 'boat', invoices: 'boat-' };
  for (const [path, id] of Object.entries(own)) {
    const finds = [
      '',
      `search=${searches[path]}`,
      'status=draft',
      `clientId=${cast.ownClient}`,
      'updated_since=2020-01-01',
    ];
    const misses = [`clientId=${other}`, `search=${searches[path]}&clientId=${other}`, 'status=cancelled'];
    // By clients' names, where they are searched: it is told of no other.
    if (path !== 'delivery-notes')
      [finds, misses].forEach((some, n) => void some.push(`search=${n ? 'another' : 'own'}`));
    for (const [queries, ids] of [
      [finds, [id]],
      [misses, []],
    ] as const) {
      for (const query of queries) {
        const list = JSON.parse(await text(path, query)) as { data: { id: string }[]; pagination: { total: number } };
        const found = { path, query, ids: list.data.map((one) => one.id), total: list.pagination.total };
        expect(found).toEqual({ path, query, ids, total: ids.length });
        const csv = await text(path, `format=csv&${query}`);
        expect({ path, query, rows: csv.trim().split('\n').length - 1 }).toEqual({ path, query, rows: ids.length });
        expect(csv).not.toContain(foreign[path]);
        for (const shown of ids) expect(csv).toContain(shown);
      }
    }
    expect((await system.call(token, 'GET', `/api/v1/${path}/${foreign[path]}`)).status).toBe(404);
  }
}, 60_000);
