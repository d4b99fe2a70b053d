import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { resources, type StandardResource } from '#proto/common/v1/resources.contract.ts';
import { mailedToken } from '../support/system/mail.ts';
import { ownOrg } from '../support/system/tenant.ts';

/** A caller names the fields that it shows, and gets only these, with the values of the whole answer. */

const own = ownOrg();

interface Made {
  id: string;
  skus: Made[];
  lineItems: Made[];
}

type Row = Record<string, unknown>;
type Reader = 'admin' | 'client';

const tokens = {} as Record<Reader, string>;

const post = (path: string, body: object = {}) => own.system.json<Made>(own.token, 'POST', `/api/v1/${path}`, body);
const read = <Answer>(reader: Reader, path: string) =>
  own.system.json<Answer>(tokens[reader], 'GET', `/api/v1/${path}`);

beforeAll(async () => {
  tokens.admin = own.token;
  const client = await post('clients', {
    ...{ name: 'Nordwind', country: 'DK', maxAccountValue: 1_000_000, currency: 'EUR', priceCategory: 'high' },
  });
  const supplier = await post('suppliers', { name: 'Mill', country: 'PT' });
  await post('materials', { name: 'Twill', type: 'fabric', supplierId: supplier.id, weave: '2/1', weight: 240 });
  const style = await post('styles', {
    name: 'Jacket',
    clientId: client.id,
    colors: ['navy'],
    sizes: ['M'],
    refId: 'J1',
  });
  const sku = style.skus[0] as Made;
  const order = await post('orders', {
    ...{ clientId: client.id, taxRate: 23, internalNotes: 'pays late', notes: 'urgent' },
    lineItems: [{ skuId: sku.id, qty: 10, unitPrice: 19.99 }],
  });
  await post(`orders/${order.id}/confirm`);
  const note = await post('delivery-notes', {
    ...{ salesOrderId: order.id, internalNotes: 'fragile', status: 'draft' },
    lineItems: [{ salesOrderLineItemId: (order.lineItems[0] as Made).id, qty: 4 }],
  });
  await post(`delivery-notes/${note.id}/ready`);
  await post(`delivery-notes/${note.id}/ship`);
  const invoice = await post('invoices', { invoiceNumber: 'F-1', deliveryNoteId: note.id, linesFrom: 'shipped' });
  await post(`invoices/${invoice.id}/issue`);
  await post(`invoices/${invoice.id}/pay`, { amount: 10 });
  const group = await post('management-accounts', { code: '5', name: 'Cost', type: 'expense' });
  const account = await post('management-accounts', {
    code: '51',
    name: 'Fabric',
    type: 'expense',
    parentId: group.id,
  });
  await post('purchase-orders/direct-cost', {
    ...{ supplierId: supplier.id, currency: 'EUR', taxRate: '23' },
    items: [{ description: 'Twill', qty: '3', unitPrice: '2.5', managementAccountId: account.id }],
  });
  await post('bank-accounts', { name: 'Main', accountNumber: 'DK5000400440116243', currency: 'EUR' });
  const [email, password] = [`buyer-${own.system.orgId}@example.com`, 'brown bobbins turn slowly'];
  await post('users', { email, role: 'client', client_id: client.id });
  const token = await mailedToken(own.system, email, 'accept-invitation');
  await post('auth/accept-invitation', { token, password });
  tokens.client = await own.system.login({ email, password });
}, 60_000);

const standard = resources.filter((one): one is StandardResource => 'requests' in one && 'path' in one);
const readings = standard.flatMap((resource) =>
  (['admin', 'client'] as const)
    .filter((reader) => reader === 'admin' || resource.reader === 'client')
    .map((reader) => ({ title: resource.title, reader, path: resource.path })),
);

describe.each(readings)('$title, read by $reader', ({ path, reader }) => {
  let whole: Row;
  beforeAll(async () => {
    const { data } = await read<{ data: Made[] }>(reader, `${path}?sort=created_at`);
    expect(data.length).toBeGreaterThan(0);
    whole = await read<Row>(reader, `${path}/${data.at(-1)?.id}`);
  });

  test('each field alone, and several, are those of the whole record', async () => {
    const names = Object.keys(whole);
    const sets = [...names.map((name) => [name]), ...fc.sample(fc.subarray(names, { minLength: 2 }), 10)];
    const wrong: unknown[] = [];
    for (const set of sets) {
      const part = await read<Row>(reader, `${path}/${whole.id}?fields=${set}`);
      const expected = Object.fromEntries(
        names.filter((name) => set.includes(name)).map((name) => [name, whole[name]]),
      );
      if (JSON.stringify(part) !== JSON.stringify(expected)) wrong.push({ set, part, expected });
    }
    expect(wrong).toEqual([]);
  }, 60_000);

  test('lists and exports have the same parts of their records', async () => {
    const list = await read<{ data: Row[] }>(reader, path);
    const csv = async (query: string) => {
      const response = await own.system.call(tokens[reader], 'GET', `/api/v1/${path}/export${query}`);
      return parse(await response.text(), { bom: true, columns: true }) as Row[];
    };
    const rows = await csv('');
    const columns = Object.keys(rows[0] as Row).filter((name) => name !== 'freeFields');
    const names = Object.keys(list.data[0] as Row).filter((name) => columns.includes(name));
    for (const set of [['id'], ...fc.sample(fc.subarray(names, { minLength: 1 }), 8)]) {
      const only = (row: Row) => Object.fromEntries(names.filter((name) => set.includes(name)).map((n) => [n, row[n]]));
      expect((await read<{ data: Row[] }>(reader, `${path}?fields=${set}`)).data).toEqual(list.data.map(only));
      expect(await csv(`?fields=${set}`)).toEqual(rows.map(only));
    }
  }, 60_000);
});

test.each([
  ...['bank-statements?sort=created_at', 'payments?sort=created_at', 'audit-log?sort=created_at'],
  ...['bank-lines?sort=updated_at', 'events?sort=created_at', 'users?sort=created_at', 'members?sort=name'],
  ...['orgs?sort=created_at', 'webhooks?sort=created_at', 'bom?sort=created_at', 'versions?sort=created_at'],
])(
  'each field of %s alone, and several, are those of the whole list',
  async (list) => {
    const line = { transactionDate: '2026-02-09', credit: 40 };
    await post('bank-statements', { bankName: 'Bank', accountNumber: `A-${list}`, currency: 'EUR', lines: [line] });
    await post('webhooks', { url: `https://example.com/${list.split('?')[0]}`, events: ['supplier.deleted'] });
    const [invoice] = (await read<{ data: Made[] }>('admin', 'invoices?fields=id')).data;
    const [style] = (await read<{ data: Made[] }>('admin', 'styles?fields=id')).data;
    const bom = await post('bom', { styleId: style?.id });
    const of = { payments: `invoices/${invoice?.id}/`, versions: `bom/${bom.id}/` };
    const path = `${of[list.split('?')[0] as keyof typeof of] ?? ''}${list}`;
    const { data } = await read<{ data: Row[] }>('admin', `${path}&limit=1`);
    const whole = data[0] as Row;
    const names = Object.keys(whole);
    for (const set of [...names.map((name) => [name]), ...fc.sample(fc.subarray(names, { minLength: 2 }), 10)]) {
      const expected = Object.fromEntries(
        names.filter((name) => set.includes(name)).map((name) => [name, whole[name]]),
      );
      expect((await read<{ data: Row[] }>('admin', `${path}&limit=1&fields=${set}`)).data).toEqual([expected]);
    }
  },
  60_000,
);

/** Answers that are no page of a list: their path, and the part of the answer of which fields are chosen. */
const others: Record<string, () => Promise<string>> = {
  'a bank statement': async () => {
    const line = { transactionDate: '2026-02-09', credit: 40 };
    const body = { bankName: 'Bank', accountNumber: 'A-read', currency: 'EUR', lines: [line, { ...line, credit: 41 }] };
    return `bank-statements/${(await post('bank-statements', body)).id}`;
  },
  'a BOM': async () => `bom/${(await bomWithLine()).id}`,
  'a BOM version': async () => `bom/${(await bomWithLine()).id}/versions/1`,
  'a line of a BOM version': async () => {
    const path = `bom/${(await bomWithLine()).id}/versions/1/line-items`;
    const { lineItems } = await read<{ lineItems: Made[] }>('admin', path);
    return `${path}/${lineItems[0]?.id}`;
  },
  'a version of an order': async () => `orders/${await idOf('orders')}/versions/1`,
  'a version of a purchase order': async () =>
    `purchase-orders/direct-cost/${await idOf('purchase-orders/direct-cost')}/versions/1`,
  'an event': async () => `events/${await idOf('events')}`,
  'a user': async () => `users/${await idOf('users')}`,
  'an org': async () => `orgs/${own.system.orgId}`,
  'a webhook': async () => `webhooks/${(await webhook()).id}`,
  'exchange rates': async () => {
    await own.system.json(own.token, 'PUT', '/api/v1/exchange-rates', { rates: { EUR: '1.08' } });
    return 'exchange-rates';
  },
  'an API key': async () => `api-keys/${(await apiKey('Shop')).id}`,
  'the list of API keys': async () => {
    await apiKey('Till');
    return 'api-keys';
  },
  'the deliveries of a webhook': async () => {
    const { id } = await webhook();
    await post(`webhooks/${id}/test`);
    return `webhooks/${id}/deliveries`;
  },
  'the lines of a BOM version': async () => `bom/${(await bomWithLine()).id}/versions/1/line-items`,
  ...Object.fromEntries(
    ['receivables', 'order-book', 'margin', 'tax'].map((name) => [`the report ${name}`, async () => `reports/${name}`]),
  ),
  'the statement of a client': async () => {
    const [client] = (await read<{ data: Made[] }>('admin', 'clients?fields=id')).data;
    return `reports/client-statement?clientId=${client?.id}&from=2020-01-01&to=2030-01-01`;
  },
};

test.each(Object.entries(others))(
  'each field of %s alone, and several, are those of the whole answer',
  async (_, pathOf) => {
    const path = await pathOf();
    const fields = (set: readonly string[]) => `${path}${path.includes('?') ? '&' : '?'}fields=${set}`;
    const rows = path.startsWith('reports/') ? 'data' : path.endsWith('/line-items') ? 'lineItems' : undefined;
    const part = (answer: Row) => [rows ? (answer[rows] as Row[]) : answer].flat();
    const whole = part(await read<Row>('admin', path));
    const names = Object.keys(whole[0] as Row);
    for (const set of [...names.map((name) => [name]), ...fc.sample(fc.subarray(names, { minLength: 2 }), 5)]) {
      const expected = whole.map((row) =>
        Object.fromEntries(Object.entries(row).filter(([name]) => set.includes(name))),
      );
      expect(part(await read<Row>('admin', fields(set)))).toEqual(expected);
    }
    const refused = await own.system.call(own.token, 'GET', `/api/v1/${fields(['nothing'])}`);
    expect(refused.status).toBe(422);
  },
  60_000,
);

test.each(['reports/order-book', 'bom lines'])('the CSV of %s has the chosen columns', async (name) => {
  const path = name === 'bom lines' ? `bom/${(await bomWithLine()).id}/versions/1/line-items` : name;
  const csv = async (query: string) => {
    const response = await own.system.call(own.token, 'GET', `/api/v1/${path}/export${query}`);
    return parse(await response.text(), { bom: true, columns: true }) as Row[];
  };
  const rows = await csv('');
  const set = Object.keys(rows[0] as Row).filter((_, index) => index % 2 === 1);
  const expected = rows.map((row) => Object.fromEntries(set.map((column) => [column, row[column]])));
  expect(await csv(`?fields=${set}`)).toEqual(expected);
});

const idOf = async (list: string) => (await read<{ data: Made[] }>('admin', `${list}?limit=1`)).data[0]?.id;
const apiKey = (name: string) => post('api-keys', { name, org_id: own.system.orgId });
const webhook = () => post('webhooks', { url: 'https://example.com/fields', events: ['supplier.deleted'] });

async function bomWithLine(): Promise<Made> {
  const bom = await post('bom', { styleId: await idOf('styles') });
  await post(`bom/${bom.id}/versions/1/line-items`, {
    ...{ category: 'Fabric', description: 'Shell', grossConsumption: 1.5 },
  });
  return bom;
}

test('a sort by a field that is not named goes on over pages, and an export has the named columns', async () => {
  const sorted = await read<{ data: Row[] }>('admin', 'management-accounts?fields=name&sort=-code&limit=1&page=2');
  expect(sorted.data).toEqual([{ name: 'Cost' }]);
});

test('a free field of a material can be named, and one that it lacks is left out', async () => {
  const { data } = await read<{ data: Row[] }>('admin', 'materials?fields=weave,nothing,supplierName');
  expect(data).toEqual([{ supplierName: 'Mill', weave: '2/1' }]);
});

test('an unknown field is refused by name, and a known parameter is not called ignored', async () => {
  for (const path of ['orders', 'orders/export', 'orders/0123456789abcdef01234567']) {
    const refused = await own.system.call(own.token, 'GET', `/api/v1/${path}?fields=id,clientNme`);
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      detail: [{ type: 'value_error', loc: ['query', 'fields'], msg: expect.stringContaining("'clientNme'") }],
    });
  }
  const known = await own.system.call(own.token, 'GET', '/api/v1/orders?fields=id');
  expect(known.headers.get('x-ignored-parameters')).toBeNull();
});
