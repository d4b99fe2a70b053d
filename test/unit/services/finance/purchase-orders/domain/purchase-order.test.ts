import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDecimal } from '#chassis/domain/money.ts';
import { purchaseOrderStatuses } from '#proto/finance/v1/contract.ts';
import type { SupplierCopy } from '../../../../../../services/finance/local-copies/domain/copy.ts';
import { payPurchaseOrder } from '../../../../../../services/finance/purchase-orders/domain/payment.ts';
import {
  createPurchaseOrder,
  movePurchaseOrder,
  type PurchaseOrder,
  type PurchaseOrderInput,
  type PurchaseOrderStatus,
  purchaseOrderView,
  receivePurchaseOrder,
  updatePurchaseOrder,
} from '../../../../../../services/finance/purchase-orders/domain/purchase-order.ts';
import type { PurchaseOrderItemInput } from '../../../../../../services/finance/purchase-orders/domain/purchase-order-item.ts';

const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-02-01T10:00:00.000Z')];
const supplier: SupplierCopy = { id: 's1', name: 'Weavers', status: 'active', currency: 'EUR', country: null };

let made = 0;
const writing = { actorId: 'u1', now, newId: () => `id${++made}` };
const afterwards = { ...writing, actorId: 'u2', now: later };

const item = (fields: Partial<PurchaseOrderItemInput> = {}): PurchaseOrderItemInput => ({
  description: 'Twill',
  managementAccountId: null,
  bomId: null,
  materialId: 'm1',
  qty: '10',
  unit: 'm',
  unitPrice: '2.5',
  taxRate: null,
  ...fields,
});

function order(input: Partial<PurchaseOrderInput> = {}): PurchaseOrder {
  const fields = { orderDate: '2026-01-31', currency: 'EUR', items: [item()], ...input };
  return createPurchaseOrder(fields, supplier, { orgId: 'o1', documentId: 'DCPO-2026-000001' }, writing).state;
}

const inStatus = (status: PurchaseOrderStatus, input: Partial<PurchaseOrderInput> = {}) => order({ ...input, status });
const refusal = (code: string) => expect.objectContaining({ code });
const receive = (before: PurchaseOrder, ...items: [number, string][]) =>
  receivePurchaseOrder(
    before,
    items.map(([index, qty]) => ({ id: before.items[index]?.id ?? 'none', qty })),
    later,
  );

test('says what was sent in one form, and reckons by it', () => {
  const items = [item({ qty: '+03.0', unitPrice: '7.00', taxRate: '010' }), item({ unitPrice: '0.0000000001' })];
  const state = order({ items, taxRate: '23.0', adjustment: '-.5' });
  expect(state.items).toMatchObject([
    { lineNumber: 1, qty: '3', unitPrice: '7', taxRate: '10', amount: '21.00', receivedQty: '0' },
    { lineNumber: 2, qty: '10', unitPrice: '0.0000000001', taxRate: null, amount: '0.00' },
  ]);
  expect(state).toMatchObject({
    subtotal: '21.00',
    taxRate: '23',
    taxAmount: '2.10',
    adjustment: '-0.50',
    total: '22.60',
  });
});

test('is told by its number, and names the id of the database besides', () => {
  const state = order();
  const shown = purchaseOrderView(state);
  expect([shown.id, shown.internalId]).toEqual(['DCPO-2026-000001', state.id]);
  const { event } = movePurchaseOrder(state, 'approve', later);
  expect(event).toMatchObject({ recordId: state.id, data: { id: 'DCPO-2026-000001', internalId: state.id } });
  expect(Object.keys(event.data)).not.toContain('documentId');
});

test('of a new one that is received all has come', () => {
  expect(inStatus('received').items).toMatchObject([{ receivedQty: '10' }]);
  expect(inStatus('issued').items).toMatchObject([{ receivedQty: '0' }]);
});

describe('versions', () => {
  test('what changes nothing makes none, in whatever form it is sent', () => {
    const before = inStatus('approved', { taxRate: '5' });
    const same = { taxRate: '05.00', adjustment: '+0', items: before.items.map((one) => ({ ...one, qty: '10.0' })) };
    expect(updatePurchaseOrder(before, same, afterwards).event.previous).toEqual({});
  });

  test.each(['issued', 'partially_received', 'received', 'closed', 'cancelled'] as const)(
    'of one that is %s none is made: notes and dates alone change',
    (status) => {
      const before = inStatus(status);
      const open = { orderDate: 'then', expectedDeliveryDate: 'some day', notes: 'x' };
      expect(updatePurchaseOrder(before, open, afterwards).state).toMatchObject({ ...open, currentVersion: 1 });
      for (const change of [
        { taxRate: '5' },
        { adjustment: '1' },
        { currency: 'USD' },
        { supplierRefPO: 'x' },
        { linkedMrId: 'x' },
        { items: [] },
        { supplier: { ...supplier, id: 's2' } },
      ]) {
        expect(() => updatePurchaseOrder(before, change, afterwards)).toThrow(refusal('invalid_transition'));
      }
    },
  );

  test('another currency prices all items anew', () => {
    const before = order({ items: [item(), item()], adjustment: '1.25' });
    const yen = updatePurchaseOrder(before, { currency: 'JPY' }, afterwards).state;
    expect(yen).toMatchObject({ subtotal: '50', adjustment: '1', total: '51' });
  });
});

test('what bank lines pay is taken back to nothing, and never below', () => {
  const paid = (before: PurchaseOrder, amount: number) => payPurchaseOrder(before, parseDecimal(amount));
  const approved = inStatus('approved');
  const once = paid(approved, 10);
  expect(once).toMatchObject({ paid: '10', remaining: '15' });
  expect(paid(once, -10)).toMatchObject({ paid: '0', remaining: '25' });
  expect(paid(approved, -10)).toMatchObject({ paid: '0', remaining: '25' });
});

describe('a receipt', () => {
  test.each(purchaseOrderStatuses)('of one that is %s', (status) => {
    const before = inStatus(status);
    if (status !== 'issued' && status !== 'partially_received') {
      // The content of the receipt does not matter.
      expect(() => receive(before, [0, '999'])).toThrow(refusal('invalid_transition'));
      return;
    }
    const part = receive(before, [0, '9.999999999999999999999999']);
    expect(part.event.type).toBe('purchase_order.received');
    expect(part.state).toMatchObject({
      status: 'partially_received',
      items: [{ receivedQty: '9.999999999999999999999999' }],
    });
    const rest = receive(part.state, [0, '0.000000000000000000000001']);
    expect(rest.event.type).toBe('purchase_order.received');
    expect(rest.state).toMatchObject({ status: 'received', items: [{ receivedQty: '10' }] });
  });

  test('that would leave more digits than a decimal has is refused at its quantity', () => {
    const before = inStatus('issued', { items: [item({ qty: `1${'0'.repeat(20)}`, unitPrice: '0' })] });
    expect(() => receive(before, [0, '0.0000000000000000000000000001'])).toThrow(
      expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'items', '0', 'qty'] })] }),
    );
  });

  test('of more than is left is refused, naming what is left, and takes nothing', () => {
    const before = receive(inStatus('issued', { items: [item(), item({ qty: '3' })] }), [0, '9.5']).state;
    expect(() => receive(before, [1, '1'], [0, '0.6'])).toThrow(
      'More than is left to receive: 0.5 of item 1; nothing was received',
    );
    expect(() => receive(before, [1, '2'], [1, '2'])).toThrow(refusal('conflict'));
    expect(before.items.map(({ receivedQty }) => receivedQty)).toEqual(['9.5', '0']);
  });

  test('in whatever parts it comes, all that is ordered comes, and no more', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 1e9 }), { minLength: 1, maxLength: 10 });
    const text = (units: number) =>
      (BigInt(units) * 10n ** 12n)
        .toString()
        .padStart(25, '0')
        .replace(/(\d{22})$/, '.$1');
    fc.assert(
      fc.property(parts, (all) => {
        const sum = all.reduce((one, other) => one + other, 0);
        const before = inStatus('issued', { items: [item({ qty: text(sum) })] });
        const states = [before];
        for (const units of all) states.push(receive(states.at(-1) as PurchaseOrder, [0, text(units)]).state);
        const done = states.at(-1) as PurchaseOrder;
        expect(states.slice(1, -1).every(({ status }) => status === 'partially_received')).toBe(true);
        expect(done).toMatchObject({ status: 'received', items: [{ receivedQty: before.items[0]?.qty }] });
      }),
    );
  });
});
