import { expect, test } from '@jest/globals';
import { ownOrg } from '../support/system/tenant.ts';

/** An office reads below a list how much the selected documents come to, over all pages. */

const own = ownOrg();

interface Made {
  id: string;
}

interface List {
  data: { currency: string; totalAmount: number }[];
  pagination: { total: number };
  totals?: { count: number; byCurrency: Record<string, string | number>[] };
}

const call = <Answer>(method: string, path: string, body?: object) =>
  own.system.json<Answer>(own.token, method, `/api/v1/${path}`, body);

test('totals of invoices are the sums of all pages, of what the filters select', async () => {
  const country = { country: 'DK', maxAccountValue: 1_000_000, currency: 'EUR' };
  const client = await call<Made>('POST', 'clients', { name: 'Nordwind', ...country });
  const sales = [
    ['EUR', 0.1, '2026-01-01'],
    ['EUR', 0.2, '2026-02-01'],
    ['JPY', 1500, '2026-02-01'],
    ['EUR', 9_999.99, '2026-03-01'],
  ] as const;
  for (const [index, [currency, totalAmount, dueDate]] of sales.entries()) {
    const invoice = { invoiceNumber: `T-${index}`, clientId: client.id, currency, totalAmount, dueDate };
    await call('POST', 'invoices', invoice);
  }
  const asked = 'invoices?totals=true&limit=1&status=draft,issued&dueDate_to=2026-02-28';
  const { data, pagination, totals } = await call<List>('GET', asked);
  expect([data.length, pagination.total]).toEqual([1, 3]);
  expect(totals).toMatchObject({
    count: 3,
    byCurrency: [
      { currency: 'EUR', count: 2, totalAmount: '0.30', remainingBalance: '0.30', paidAmount: '0.00' },
      { currency: 'JPY', count: 1, totalAmount: '1500' },
    ],
  });
  expect(await call<List>('GET', 'invoices')).not.toHaveProperty('totals');
  expect((await call<List>('GET', 'delivery-notes?totals=true')).totals).toEqual({ count: 0 });
});
