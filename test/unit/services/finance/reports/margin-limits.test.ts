import { expect, test } from '@jest/globals';
import { MAX_SOLD_LINES, SoldLines } from '../../../../../services/finance/reports/domain/margin.ts';

const orderOf = (lines: number, id = 'o') =>
  ({
    ...{ id, documentId: id, orderDate: null, status: 'confirmed', clientId: 'c', currency: 'EUR' },
    lineItems: Array.from({ length: lines }, () => ({ styleId: 's', skuId: null, bomId: null, qty: 1, amount: 1 })),
  }) as never;

test('more rows, or order lines, than a report may have are refused', () => {
  const rows = new SoldLines();
  for (let n = 0; n < 10_000; n++) rows.add(orderOf(1, `o${n}`));
  expect(() => rows.add(orderOf(1))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
  const lines = new SoldLines();
  for (let n = 0; n < MAX_SOLD_LINES; n += 500) lines.add(orderOf(500));
  expect(() => lines.add(orderOf(1))).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});
