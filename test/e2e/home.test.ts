import { expect, test } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { ownOrg } from '../support/system/tenant.ts';

/** A morning in an office: every kind of waiting record is counted, and its list has exactly as many. */

const own = ownOrg();

interface Made {
  id: string;
  lineItems: { id: string }[];
}

const call = <Answer>(method: string, path: string, body?: object) =>
  own.system.json<Answer>(own.token, method, `/api/v1/${path}`, body);
const make = (path: string, body?: object) => call<Made>('POST', path, body);

interface Home {
  data: { name: string; count: number | null; list: string; reason: string | null }[];
}

test('each count of GET /home is the total of its list', async () => {
  await make('webhooks', { url: 'http://127.0.0.1:9/hook', events: ['client.created'] });
  const client = await make('clients', {
    name: 'Nordwind',
    country: 'DK',
    maxAccountValue: 1_000_000,
    currency: 'EUR',
  });
  const style = await make('styles', { name: 'Parka', colors: ['Navy'], sizes: ['M'] });
  for (let n = 0; n < 2; n++) {
    const bom = await make('bom', { styleId: style.id });
    await make(`bom/${bom.id}/versions/1/line-items`, { grossConsumption: 1 });
    await make(`bom/${bom.id}/submit`);
  }
  const lineItems = [{ styleId: style.id, qty: 100, unitPrice: 20 }];
  const orders = [];
  for (const requestedDeliveryDate of ['2026-01-05', '2026-01-06', '2099-12-31', 'soon'])
    orders.push(await make('orders', { clientId: client.id, status: 'confirmed', requestedDeliveryDate, lineItems }));
  const [order] = orders as [Made, ...Made[]];
  const shipped = [{ salesOrderLineItemId: order.lineItems[0]?.id, qty: 40 }];
  await make('delivery-notes', { salesOrderId: order.id, status: 'shipped', lineItems: shipped });
  const due = { issuedDate: '2026-01-01', dueDate: '2026-01-31', status: 'issued' };
  for (const invoiceNumber of ['I-1', 'I-2', 'I-3'])
    await make('invoices', { invoiceNumber, clientId: client.id, currency: 'EUR', totalAmount: 100, ...due });
  const lines = [{ credit: 1 }, { credit: 2 }, { debit: 3 }];
  const { lines: stored } = (await make('bank-statements', {
    accountNumber: 'PT1',
    currency: 'EUR',
    lines,
  })) as Made & {
    lines: Made[];
  };
  const statement = await call<{ data: Made[] }>('GET', 'bank-statements');
  await make(`bank-statements/${statement.data[0]?.id}/lines/${stored[0]?.id}/ignore`);
  await eventually(async () => {
    const { data } = await call<Home>('GET', 'home');
    expect(data.map(({ name, count }) => [name, count])).toEqual([
      ['bomsToApprove', 2],
      ['ordersLate', 2],
      ['ordersToInvoice', 1],
      ['invoicesOverdue', 3],
      ['bankLinesToMatch', 2],
      ['webhooksFailing', 1],
    ]);
    for (const { list, count } of data) {
      const page = await call<{ pagination: { total: number } }>('GET', list.replace('/api/v1/', ''));
      expect([list, page.pagination.total]).toEqual([list, count]);
    }
  });
}, 60_000);
