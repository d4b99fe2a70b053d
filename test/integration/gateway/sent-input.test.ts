import { afterAll, expect, test } from '@jest/globals';
import { openTenant } from '../../support/system/tenant.ts';

/** `input` of a 422 is the value that the caller sent (decisions 1), for faults that the gateway or a service finds. */

const system = await openTenant();
afterAll(() => system.close(), 30_000);
const token = await system.login();

interface Issue {
  type: string;
  loc: string[];
  input: unknown;
}

async function issuesOf(path: string, body: object, method = 'POST'): Promise<Issue[]> {
  const response = await system.call(token, method, `/api/v1${path}`, body);
  const { detail } = (await response.json()) as { detail: Issue[] };
  expect([path, body, response.status, Array.isArray(detail)]).toEqual([path, body, 422, true]);
  return detail;
}

/** The value at the location of the fault. If a value is missing, the object that lacks it. */
function sentAt(body: unknown, { type, loc }: Issue): unknown {
  const path = type === 'missing' ? loc.slice(1, -1) : loc.slice(1);
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], body);
}

const invoice = { invoiceNumber: 'I-1', currency: 'EUR' };
const line = { description: 'Goods', qty: 1, unitPrice: 1, amount: 3.5 };
const order = { clientId: ' unknown ', currency: 'EUR' };
const client = { name: 'Mill', country: 'PT', currency: 'EUR', maxAccountValue: 1 };

test.each<[what: string, path: string, body: object]>([
  ['a field that is missing beside nulls', '/clients', { name: null, currency: 'EUR', taxId: null }],
  ['a text of spaces', '/clients', { ...client, name: '' }],
  ['a currency that has ended', '/clients', { ...client, currency: 'HRK' }],
  ['a reference with spaces', '/orders', order],
  ['sums that do not agree', '/invoices', { ...invoice, subtotal: 10, taxAmount: 1.25, totalAmount: 12.5 }],
  ['an amount that is not that of its line', '/invoices', { ...invoice, lineItems: [line] }],
  [
    'a header that is not the sum of its lines',
    '/invoices',
    { ...invoice, totalAmount: 3, lineItems: [{ ...line, amount: 1 }] },
  ],
  ['the second of two colors', '/styles', { name: 'Parka', colors: ['Navy', 'Navy'], sizes: ['M'] }],
  ['a line beside nulls', '/clients', { ...client, contacts: [{ email: 7, phone: null }, null] }],
  ['an email of another form', '/users', { email: ' Nobody AT example ', role: 'staff' }],
  ['a client of a user', '/users', { email: 'A.B@Example.com', role: 'client', client_id: '65a000000000000000000000' }],
  ['a scope that there is not', '/api-keys', { name: 'x', scopes: ['READ:everything'] }],
  ['a time that is none', '/api-keys', { name: 'x', scopes: ['*'], expires_at: '2026-13-01' }],
  ['an event that there is not', '/webhooks', { url: 'https://example.com/a', events: ['Client.painted'] }],
  ['a line of a statement', '/bank-statements', { accountNumber: 'PT', lines: [{ credit: '1,5' }] }],
  ['a quantity of no decimal', '/orders', { clientId: 'x', lineItems: [{ qty: 0.1234567890123, description: null }] }],
  ['a parent that there is not', '/management-accounts', { code: 'A', name: 'B', parentId: 'NONE ' }],
  ['rates that are none', '/exchange-rates', { rates: { EUR: -1.5 } }],
])('%s', async (_what, path, body) => {
  const issues = await issuesOf(path, body, path === '/exchange-rates' ? 'PUT' : 'POST');
  expect(issues.map((issue) => [issue.loc, issue.input])).toEqual(
    issues.map((issue) => [issue.loc, sentAt(body, issue) ?? null]),
  );
});

test('a change that takes what it must not', async () => {
  const made = await system.call(token, 'POST', '/api/v1/clients', client);
  const { id } = (await made.json()) as { id: string };
  const change = { currency: 'CUC', maxAccountValue: 0.12345678901 };
  for (const issue of await issuesOf(`/clients/${id}`, change, 'PATCH')) {
    expect([issue.loc, issue.input]).toEqual([issue.loc, sentAt(change, issue)]);
  }
});

test('a parameter of a list', async () => {
  const response = await system.call(token, 'GET', '/api/v1/clients?limit=%20500&sort=Name');
  const { detail } = (await response.json()) as { detail: Issue[] };
  expect(detail.map(({ loc, input }) => [loc, input])).toEqual([
    [['query', 'limit'], ' 500'],
    [['query', 'sort'], 'Name'],
  ]);
});

test('no secret is shown', async () => {
  for (const issue of await issuesOf('/users', { email: 'x', password: 7, role: 'staff' })) {
    if (issue.loc.includes('password')) expect(issue.input).toBe('**********');
  }
});
