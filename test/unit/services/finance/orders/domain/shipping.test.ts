import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { NO_TERMS } from '../../../../../../services/finance/documents/domain/amounts.ts';
import { createOrder, type OrderStatus, shipOrder } from '../../../../../../services/finance/orders/domain/order.ts';
import type { OrderLine } from '../../../../../../services/finance/orders/domain/order-line.ts';
import { isAllShipped, shipLines } from '../../../../../../services/finance/orders/domain/shipping.ts';

const now = new Date('2026-01-31T09:30:00.000Z');

const line = (id: string, qty: number, shippedQty = 0): OrderLine => ({
  id,
  styleId: 's1',
  skuId: null,
  bomId: null,
  description: null,
  qty,
  unitPrice: null,
  ...NO_TERMS,
  amount: null,
  shippedQty,
  invoicedQty: 0,
});

const conflict = (message: string) => expect.objectContaining({ code: 'conflict', message });

describe('of the lines of an order', () => {
  test.each([
    // ordered, shipped before, leaves in parts: shipped after
    [10, 0, [3], 3],
    [10, 3, [7], 10],
    [10, 3, [3, 4], 10],
    [0.3, 0.1, [0.2], 0.3],
    [0.3, 0, [0.1, 0.1, 0.1], 0.3],
    [1e9, 999_999_999.7, [0.1, 0.2], 1e9],
  ])('%d, of which %d were shipped, %p leave', (qty, shipped, leaving, after) => {
    const leaves = leaving.map((part) => ({ orderLineId: 'a', qty: part }));
    const [first, second] = shipLines([line('a', qty, shipped), line('b', 5, 1)], leaves);
    expect(first).toEqual(line('a', qty, after));
    expect(second).toEqual(line('b', 5, 1));
  });

  test.each([
    [10, 7, [4], "Of the sales order's line 2, 3 are left to ship; this would ship 4"],
    [10, 7, [2, 2], "Of the sales order's line 2, 3 are left to ship; this would ship 4"],
    [0.3, 0.1, [0.21], "Of the sales order's line 2, 0.2 are left to ship; this would ship 0.21"],
    [10, 10, [0.001], "Of the sales order's line 2, 0 are left to ship; this would ship 0.001"],
  ])('%d, of which %d were shipped, no %p leave', (qty, shipped, leaving, message) => {
    const leaves = leaving.map((part) => ({ orderLineId: 'b', qty: part }));
    expect(() => shipLines([line('a', 99), line('b', qty, shipped)], leaves)).toThrow(conflict(message));
  });

  test('nothing leaves of one that it has no more', () => {
    expect(() => shipLines([line('a', 1)], [{ orderLineId: 'gone', qty: 1 }])).toThrow(
      conflict("Of the sales order's line gone, which it has no more, 0 are left to ship; this would ship 1"),
    );
  });

  test('whatever is shipped in whatever parts, never more leaves than was ordered, and exactly what was let through', () => {
    const parts = fc.array(fc.record({ at: fc.nat({ max: 2 }), tenths: fc.integer({ min: 1, max: 60 }) }));
    fc.assert(
      fc.property(parts, (shipments) => {
        let lines = [line('0', 2.5), line('1', 10), line('2', 0.1)];
        const passed = [0, 0, 0];
        for (const { at, tenths } of shipments) {
          const left = Math.round((lines[at] as OrderLine).qty * 10) - (passed[at] as number);
          const ship = () => shipLines(lines, [{ orderLineId: String(at), qty: tenths / 10 }]);
          if (tenths > left) expect(ship).toThrow(expect.objectContaining({ code: 'conflict' }));
          else {
            lines = ship();
            passed[at] = (passed[at] as number) + tenths;
          }
        }
        expect(lines.map(({ shippedQty }) => shippedQty)).toEqual(passed.map((tenths) => tenths / 10));
      }),
    );
  });
});

test.each([
  ['all are shipped', [line('a', 2, 2), line('b', 1, 1)], true],
  ['one is not', [line('a', 2, 2), line('b', 1, 0)], false],
  ['one is in part', [line('a', 2, 1.999)], false],
  ['there are none', [], false],
])('an order of which %s', (_which, lines, isAll) => {
  expect(isAllShipped(lines)).toBe(isAll);
});

describe('an order', () => {
  let made = 0;
  const inStatus = (status: OrderStatus) => {
    const ordered = { styleId: 's1', skuId: null, bomId: null, description: null, qty: 2, unitPrice: 10, ...NO_TERMS };
    const input = { orderDate: '2026-01-31', currency: 'EUR', lineItems: [ordered], status };
    const client = { id: 'c1', name: 'Nordwind' } as never;
    const writing = { actorId: 'u1', now, newId: () => `id${++made}` };
    return createOrder(input, client, { orgId: 'o1', documentId: 'SO-2026-000001' }, writing).state;
  };

  test.each(['confirmed', 'in_production', 'partially_shipped'] as const)(
    'that is %s is shipped in part, then in full, and makes no version of it',
    (status) => {
      const before = inStatus(status);
      const leaving = [{ orderLineId: before.lineItems[0]?.id as string, qty: 1 }];
      const part = shipOrder(before, leaving, now);
      expect(part.event).toMatchObject({ type: 'order.shipped', sequence: 2 });
      expect(part.state).toMatchObject({ status: 'partially_shipped', currentVersion: 1, totalAmount: 20 });
      const all = shipOrder(part.state, leaving, now);
      expect(all.event).toMatchObject({ type: 'order.shipped', previous: { status: 'partially_shipped' } });
      expect(all.state).toMatchObject({ status: 'shipped', lineItems: [{ shippedQty: 2 }], currentVersion: 1 });
    },
  );

  test.each(['draft', 'shipped', 'completed', 'cancelled'] as const)(
    'that is %s does not ship, whatever would be left',
    (status) => {
      const leaving = [{ orderLineId: 'gone', qty: 1 }];
      expect(() => shipOrder(inStatus(status), leaving, now)).toThrow(
        expect.objectContaining({ code: 'invalid_transition' }),
      );
    },
  );
});
