import { expect, test } from '@jest/globals';
import { ownOrg } from '../support/system/tenant.ts';

/** An office types names without their accents, in any list, and finds them. */

const own = ownOrg();
const other = ownOrg();

interface Made {
  id: string;
  skus: Made[];
}

/** Each name, and what is typed for it. No other name has it. */
const NAMES: [string, string][] = [
  ['Café Déjà', 'cafe deja'],
  ['Cre\u0300me Bru\u0302le\u0301e', 'CRÈME BRÛLÉE'],
  ['Straßer', 'strasser'],
  ['IŞIK', 'ışık'],
  ['Łódź', 'lodz'],
  ['L’Été – Âge', "l'ete - age"],
];

async function fill(
  post: (path: string, body: object) => Promise<Made>,
  name: string,
): Promise<Record<string, string>> {
  const client = await post('clients', { name, country: 'DK', maxAccountValue: 1_000_000, currency: 'EUR' });
  const supplier = await post('suppliers', { name, country: 'PT' });
  const material = await post('materials', { name, type: 'fabric', supplierId: supplier.id });
  const style = await post('styles', { name, clientId: client.id, colors: ['navy'], sizes: ['M'] });
  const bom = await post('bom', { styleId: style.id });
  const lineItems = [{ skuId: style.skus[0]?.id, qty: 10, unitPrice: 5 }];
  const order = await post('orders', { clientId: client.id, lineItems });
  const invoice = await post('invoices', { invoiceNumber: `F ${name}`, clientId: client.id, currency: 'EUR' });
  const account = await post('management-accounts', { code: `5 ${name}`, name, type: 'expense' });
  const bankAccount = await post('bank-accounts', { name, accountNumber: `N ${name}`, currency: 'EUR' });
  const lines = [{ transactionDate: '2026-02-09', credit: 40 }];
  const statement = await post('bank-statements', { bankName: name, accountNumber: 'A', currency: 'EUR', lines });
  return {
    ...{ clients: client.id, suppliers: supplier.id, materials: material.id, styles: style.id, bom: bom.id },
    ...{ orders: order.id, invoices: invoice.id, 'management-accounts': account.id },
    ...{ 'bank-accounts': bankAccount.id, 'bank-statements': statement.id },
  };
}

test('names are found as people type them, in each list, and in the own org alone', async () => {
  const posting = (token: string) => (path: string, body: object) =>
    own.system.json<Made>(token, 'POST', `/api/v1/${path}`, body);
  const made = new Map<string, Record<string, string>>();
  for (const [name] of NAMES) made.set(name, await fill(posting(own.token), name));
  const [first] = NAMES[0] as [string, string];
  await fill(posting(other.token), first);
  const found = async (path: string) =>
    (await own.system.json<{ data: Made[] }>(own.token, 'GET', `/api/v1/${path}`)).data.map(({ id }) => id);
  const wrong: object[] = [];
  for (const [name, typed] of NAMES) {
    for (const [list, id] of Object.entries(made.get(name) ?? {})) {
      const ids = await found(`${list}?search=${encodeURIComponent(typed)}`);
      if (String(ids) !== id) wrong.push({ list, name, typed, ids, id });
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('users, members, orgs and webhooks are found in the same way', async () => {
  const call = <Answer>(method: string, path: string, body?: object) =>
    own.system.json<Answer>(own.token, method, `/api/v1/${path}`, body);
  await call('PATCH', 'auth/me', { name: 'Zoë Çağlar' });
  const email = `rene-${own.system.orgId}@example.com`;
  await call('POST', 'users', { email, name: 'René Łęcki', role: 'staff' });
  await call('POST', 'webhooks', { url: 'https://example.com/Unicode', events: ['client.*'] });
  const total = async (path: string) => (await call<{ pagination: { total: number } }>('GET', path)).pagination.total;
  expect(await total(`users?search=${encodeURIComponent('zoe ÇAGLAR')}`)).toBe(1);
  expect(await total('users?search=lecki')).toBe(1);
  expect(await total('users?search=RENE-')).toBe(1);
  expect(await total('members?search=caglar')).toBe(1);
  expect(await total('members?search=example.com')).toBe(0);
  expect(await total('webhooks?search=%C3%BCNICODE')).toBe(1);
});
