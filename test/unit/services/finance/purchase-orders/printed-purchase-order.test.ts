import { describe, expect, test } from '@jest/globals';
import { printedPurchaseOrder } from '../../../../../services/finance/purchase-orders/domain/printed-purchase-order.ts';
import type { PurchaseOrder } from '../../../../../services/finance/purchase-orders/domain/purchase-order.ts';
import { NO_ORDERS } from '../../../../../services/finance/purchase-orders/domain/purchase-order-item.ts';
import { issuer, textsOf } from '../pdf/printed.ts';

const supplier = { name: 'Weavers', address: 'Portugal', taxId: null };
const item = {
  ...NO_ORDERS,
  id: 'i1',
  lineNumber: 1,
  description: 'Twill',
  managementAccountId: null,
  bomId: null,
  materialId: null,
  qty: '10',
  unit: 'm',
  unitPrice: '2.5',
  taxRate: null,
  amount: '25.00',
  receivedQty: '0',
};
const order = {
  documentId: 'DCPO-2026-000001',
  status: 'issued',
  currency: 'EUR',
  orderDate: '2026-01-31',
  expectedDeliveryDate: null,
  supplierRefPO: null,
  linkedMrId: null,
  taxRate: '23',
  subtotal: '25.00',
  taxAmount: '5.75',
  adjustment: '0.00',
  total: '30.75',
  notes: null,
  items: [item],
  currentVersion: 1,
  updatedAt: new Date('2026-01-31T10:00:00.000Z'),
} as unknown as PurchaseOrder;
const print = (fields: Partial<PurchaseOrder> = {}) =>
  printedPurchaseOrder({ ...order, ...fields }, { issuer, supplier });

describe('a purchase order is printed', () => {
  test('with its items, its sums, and who is who', () => {
    const document = print();
    expect(document.lines).toEqual([['1', 'Twill', '10', 'm', '2.5', '23', '25.00']]);
    expect(textsOf(document.totals)).toEqual(['Subtotal: 25.00', 'Tax 23 %: 5.75', 'Total EUR: 30.75']);
    expect(textsOf(document.facts)).toEqual(['Order date: 2026-01-31', 'Currency: EUR']);
    expect(document).toMatchObject({ issuer, parties: [{ label: 'Supplier', ...supplier }], mark: null });
  });

  test.each([
    ['123456789012345678901234567890', 'JPY'],
    ['1234567890123456789012345.123', 'KWD'],
    ['-0.01', 'EUR'],
  ])('with %s to its last digit', (amount, currency) => {
    const document = print({ currency, total: amount, items: [{ ...item, unitPrice: amount, amount }] });
    expect(document.lines[0]?.slice(-3)).toEqual([amount, '23', amount]);
    expect(document.totals.at(-1)).toEqual({ label: `Total ${currency}`, value: amount });
  });

  test("with an item's own rate, an adjustment, and what else it says", () => {
    const document = print({
      items: [{ ...item, taxRate: '6' }],
      adjustment: '-1.00',
      supplierRefPO: 'W-7',
      linkedMrId: 'MR-1',
      expectedDeliveryDate: 'week 12',
      currentVersion: 3,
    });
    expect(document.lines[0]?.[5]).toBe('6');
    expect(textsOf(document.totals)).toContain('Tax 6 %: 1.50');
    expect(textsOf(document.totals)).toContain('Adjustment: -1.00');
    expect(textsOf(document.facts).slice(1)).toEqual([
      'Expected delivery: week 12',
      'Currency: EUR',
      'Your reference: W-7',
      'Material request: MR-1',
      'Version: 3',
    ]);
  });
});
