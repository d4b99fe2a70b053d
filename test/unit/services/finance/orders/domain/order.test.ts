import { describe, expect, test } from '@jest/globals';
import { MAX_VERSIONS } from '#chassis/domain/versions.ts';
import { NO_TERMS } from '../../../../../../services/finance/documents/domain/amounts.ts';
import type { ClientCopy } from '../../../../../../services/finance/local-copies/domain/copy.ts';
import {
  closedVersion,
  createOrder,
  deleteOrder,
  latestVersion,
  moveOrder,
  type Order,
  type OrderInput,
  type OrderStatus,
  updateOrder,
} from '../../../../../../services/finance/orders/domain/order.ts';
import type { OrderLine, OrderLineInput } from '../../../../../../services/finance/orders/domain/order-line.ts';

const [now, later] = [new Date('2026-01-31T09:30:00.000Z'), new Date('2026-02-01T10:00:00.000Z')];
const client: ClientCopy = {
  id: 'c1',
  name: 'Nordwind',
  status: 'active',
  currency: 'EUR',
  priceCategory: null,
  paymentTerms: null,
  country: 'Denmark',
  billingAddress: null,
  taxId: null,
  maxAccountValue: 1000,
};

let made = 0;
const writing = { actorId: 'u1', now, newId: () => `id${++made}` };
const afterwards = { ...writing, actorId: 'u2', now: later };

const line = (fields: Partial<OrderLineInput> = {}): OrderLineInput => ({
  styleId: 's1',
  skuId: null,
  bomId: null,
  description: null,
  qty: 2,
  unitPrice: 10,
  ...NO_TERMS,
  ...fields,
});

function order(input: Partial<OrderInput> = {}): Order {
  const fields = { orderDate: '2026-01-31', currency: 'EUR', lineItems: [line()], ...input };
  return createOrder(fields, client, { orgId: 'o1', documentId: 'SO-2026-000001' }, writing).state;
}

const inStatus = (status: OrderStatus, input: Partial<OrderInput> = {}) => order({ ...input, status });

const refusal = (code: string) => expect.objectContaining({ code });

describe('amounts', () => {
  test.each([
    // qty, price, currency, tax: amount, tax, total
    [3, 0.335, 'EUR', 23, 1.01, 0.23, 1.24],
    [3, 33.5, 'JPY', 10, 101, 10, 111],
    [1, 1299.35, 'EUR', 23, 1299.35, 298.85, 1598.2],
    [1, 0.0005, 'KWD', 0, 0.001, 0, 0.001],
    [0.1, 0.2, 'KWD', null, 0.02, 0, 0.02],
  ])('%d at %d %s with %p %% tax', (qty, unitPrice, currency, taxRate, amount, taxAmount, totalAmount) => {
    const state = order({ currency, lineItems: [line({ qty, unitPrice })], ...(taxRate !== null && { taxRate }) });
    expect(state.lineItems[0]?.amount).toBe(amount);
    expect(state).toMatchObject({ subtotal: amount, taxAmount, totalAmount });
  });

  test('a price keeps six places, and a line without one has no amount', () => {
    const { lineItems, subtotal } = order({ lineItems: [line({ unitPrice: 1.23456789 }), line({ unitPrice: null })] });
    expect(lineItems.map(({ unitPrice, amount }) => [unitPrice, amount])).toEqual([
      [1.234568, 2.47],
      [null, null],
    ]);
    expect(subtotal).toBe(2.47);
  });

  test('an amount that a number could not tell exactly is refused at its line', () => {
    expect(() => order({ lineItems: [line(), line({ qty: 1e9, unitPrice: 1e9 })] })).toThrow(
      expect.objectContaining({
        issues: [expect.objectContaining({ loc: ['body', 'lineItems', '1', 'qty'] }), expect.anything()],
      }),
    );
  });
});

describe('versions', () => {
  test('a draft has one, which says what the draft says', () => {
    const { state } = updateOrder(order(), { lineItems: [line(), line()] }, afterwards);
    const first = { versionNumber: 1, createdAt: now.toISOString(), createdById: 'u1' };
    expect(state.versions).toEqual([{ ...first, lineItemCount: 2, totalAmount: 40 }]);
    expect(closedVersion(order(), state)).toBeUndefined();
  });

  test('after draft a change makes one, and what the last one said is kept', () => {
    const before = inStatus('confirmed');
    const { state, event } = updateOrder(before, { notes: 'later' }, afterwards);
    expect(state).toMatchObject({ currentVersion: 2, notes: 'later', revision: 2 });
    expect(state.versions[1]).toEqual({
      versionNumber: 2,
      createdAt: later.toISOString(),
      createdById: 'u2',
      lineItemCount: 1,
      totalAmount: 20,
    });
    expect(closedVersion(before, state)).toEqual(latestVersion(before));
    expect(closedVersion(before, state)).toMatchObject({ versionNumber: 1, notes: null, lineItems: before.lineItems });
    expect(event).toMatchObject({ type: 'order.updated', previous: { notes: null, currentVersion: 1 } });
  });

  test('are so many at most', () => {
    const before = { ...inStatus('confirmed'), currentVersion: MAX_VERSIONS };
    expect(() => updateOrder(before, { notes: 'more' }, afterwards)).toThrow(refusal('conflict'));
  });

  test.each(['shipped', 'completed', 'cancelled'] as const)(
    'of a %s order none is made: notes and dates alone change',
    (status) => {
      const before = inStatus(status);
      const dates = { orderDate: 'then', requestedDeliveryDate: 'some day', notes: 'x' };
      expect(updateOrder(before, dates, afterwards).state).toMatchObject({ ...dates, currentVersion: 1 });
      for (const change of [
        { taxRate: 5 },
        { currency: 'USD' },
        { lineItems: [] },
        { client: { ...client, id: 'c2' } },
      ]) {
        expect(() => updateOrder(before, change, afterwards)).toThrow(refusal('invalid_transition'));
      }
    },
  );
});

describe('lines', () => {
  test.each([
    ['dropped', []],
    ['lowered below that', [{ qty: 2.5 }]],
  ])('one that was shipped is not %s', (_how, inputs) => {
    const before = shipped(3);
    const id = before.lineItems[0]?.id as string;
    const lineItems = inputs.map((fields) => line({ id, ...fields }));
    expect(() => updateOrder(before, { lineItems }, afterwards)).toThrow(refusal('in_use'));
    const same = updateOrder(before, { lineItems: [line({ id, qty: 3 })] }, afterwards);
    expect(same.state.lineItems[0]).toMatchObject({ qty: 3, shippedQty: 3 });
  });

  test('of a shipped order none changes, whatever was shipped of it', () => {
    const before = { ...shipped(3), status: 'shipped' as const };
    expect(() => updateOrder(before, { lineItems: [] }, afterwards)).toThrow(refusal('invalid_transition'));
  });

  function shipped(shippedQty: number): Order {
    const before = inStatus('partially_shipped', { lineItems: [line({ qty: 4 })] });
    return { ...before, lineItems: before.lineItems.map((each) => ({ ...each, shippedQty })) };
  }
});

test('a refusal names the moves that a caller can make', () => {
  expect(() => moveOrder(inStatus('partially_shipped'), 'complete', later)).toThrow(
    'Sales order is partially_shipped; allowed: ship',
  );
});

test('a line of an earlier version, without discount and tax rate, does not change with the order', () => {
  const before = inStatus('confirmed');
  const lineItems = before.lineItems.map(({ discountPercent: _, taxRate: __, ...stored }) => stored as OrderLine);
  const { event } = updateOrder({ ...before, lineItems }, { notes: 'later' }, afterwards);
  expect(Object.keys(event.previous ?? {})).toEqual(expect.not.arrayContaining(['lineItems']));
  expect(event.data).toMatchObject({ lineItems: [{ discountPercent: null, taxRate: null, amount: 20 }] });
});

test('a client that has another name by now has not changed, and neither has the order', () => {
  const before = inStatus('confirmed');
  const { event } = updateOrder(before, { client: { ...client, name: 'Nordwind A/S' } }, afterwards);
  expect(event.previous).toEqual({});
});

test('of a deleted order nothing is told but that it was', () => {
  const { state, event } = deleteOrder(inStatus('confirmed'), 'user:u9', later);
  const { id, documentId } = state;
  expect(event).toEqual({
    type: 'order.deleted',
    recordId: id,
    sequence: 2,
    data: { id, documentId, actor: 'user:u9', deletedAt: later.toISOString() },
  });
});
