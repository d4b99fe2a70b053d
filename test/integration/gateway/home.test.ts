import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '#chassis/domain/errors.ts';
import { startGateway } from './harness.ts';

/** The count of what waits for the caller, and a report in JSON and CSV (decisions 7: Home, Reports). */

const gateway = await startGateway();
afterAll(() => gateway.close());
beforeEach(() => gateway.services.answers.clear());

interface Home {
  data: { name: string; count: number | null; list: string; reason: string | null }[];
}

const counted = (total: number) => async () => ({ data: [], total });

test('a service that is down gives no count, and its reason', async () => {
  const { answers, calls } = gateway.services;
  for (const name of ['listBoms', 'listInvoices', 'listAllBankLines', 'listWebhooks']) answers.set(name, counted(3));
  answers.set('listOrders', async () => {
    throw new AppError('upstream_unavailable', 'Service finance is unavailable', { service: 'finance' });
  });
  const { status, json } = await gateway.send('/api/v1/home', { as: 'admin' });
  expect(status).toBe(200);
  const down = { count: null, reason: 'Service finance is unavailable' };
  expect((json as unknown as Home).data.map(({ name, list: _, ...rest }) => [name, rest])).toEqual([
    ['bomsToApprove', { count: 3, reason: null }],
    ['ordersLate', down],
    ['ordersToInvoice', down],
    ['invoicesOverdue', { count: 3, reason: null }],
    ['bankLinesToMatch', { count: 3, reason: null }],
    ['webhooksFailing', { count: 3, reason: null }],
  ]);
  const asked = calls.filter(({ name }) => name === 'listOrders').slice(-2);
  expect(asked.map(({ request: { late, toInvoice } }) => [late, toInvoice])).toEqual([
    [true, undefined],
    [undefined, true],
  ]);
  for (const { options } of asked) expect(options.deadline).toBeLessThanOrEqual(Date.now() + 2_000);
});

test('staff is told nothing of webhooks', async () => {
  for (const name of ['listBoms', 'listOrders', 'listInvoices', 'listAllBankLines'])
    gateway.services.answers.set(name, counted(0));
  const { json } = await gateway.send('/api/v1/home', { as: 'staff' });
  const names = (json as unknown as Home).data.map(({ name }) => name);
  expect(names).toHaveLength(5);
  expect(names).not.toContain('webhooksFailing');
});

test('a report has its day and its rows, and is the same in CSV', async () => {
  const row = { description: '=Samples', orders: 2, orderedQty: 10.5, shippedQty: 0, invoicedQty: 0, leftQty: 10.5 };
  const rows = [{ ...row, lateQty: 0, isLate: false }];
  gateway.services.answers.set('getOrderBook', async () => ({ rows, asOf: '2026-01-31' }));
  const { json } = await gateway.send('/api/v1/reports/order-book?clientId=c1', { as: 'staff' });
  const none = { styleId: null, styleName: null, refId: null, skuId: null, color: null, size: null };
  expect(json).toEqual({ asOf: '2026-01-31', data: [{ ...none, ...rows[0], deliveryDate: null }] });
  expect(gateway.services.calls.at(-1)?.request).toEqual({ clientId: 'c1' });
  const texts = await Promise.all(
    ['?format=csv', '/export'].map(
      async (end) => (await gateway.send(`/api/v1/reports/order-book${end}`, { as: 'staff' })).text,
    ),
  );
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).toMatch(/^\ufeff?styleId,.*\n,,,,,,'=Samples,2,10.5,0,0,10.5,0,,false\n$/);
});
