import { expect, test } from '@jest/globals';
import { NO_ORDERS } from '../../../../../services/finance/purchase-orders/domain/purchase-order-item.ts';
import { OpenPurchases } from '../../../../../services/finance/reports/domain/open-purchases.ts';
import { OrderBook } from '../../../../../services/finance/reports/domain/order-book.ts';

/** A report has at most 10,000 rows (decisions 7: Reports). */

const counted = { id: 'l1', styleId: null, skuId: null, bomId: null, unitPrice: null, amount: null };
const terms = { discountPercent: null, taxRate: null, shippedQty: 0, invoicedQty: 0 };
const order = (descriptions: readonly string[]) => ({
  ...{ requestedDeliveryDate: null, deliveryWindowEnd: null },
  lineItems: descriptions.map((description) => ({ ...counted, ...terms, description, qty: 1 })),
});
const texts = (count: number) => Array.from({ length: count }, (_, n) => `goods ${n}`);
const advice = (words: string) =>
  expect.objectContaining({
    code: 'validation_failed',
    issues: [expect.objectContaining({ loc: ['query'], msg: expect.stringContaining(words) })],
  });

test('an order book of 10,000 goods is complete, and one more is refused', () => {
  const book = new OrderBook('2026-01-31');
  book.add(order(texts(10_000)));
  book.add(order(texts(10_000)));
  expect(book.rows()).toHaveLength(10_000);
  expect(() => book.add(order(['one more']))).toThrow(advice('filter by clientId or styleId'));
});

test('open purchases of 10,000 items are complete, and one more is refused', () => {
  const open = new OpenPurchases('2026-01-31');
  const item = { id: 'i1', lineNumber: 1, description: 'Twill', managementAccountId: null, bomId: null, taxRate: null };
  const rest = { materialId: null, unit: null, unitPrice: '1', qty: '2', amount: '2.00', receivedQty: '1' };
  const items = (count: number) => Array.from({ length: count }, () => ({ ...item, ...rest, ...NO_ORDERS }));
  const head = { documentId: 'P', supplierId: 's', supplierRefPO: null, currency: 'EUR', expectedDeliveryDate: null };
  open.add({ ...head, items: items(10_000) });
  expect(open.rows()).toHaveLength(10_000);
  expect(() => open.add({ ...head, items: items(1) })).toThrow(advice('filter by supplierId'));
});
