import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseDecimal, toNumber } from '#chassis/domain/money.ts';
import type { Bought } from '../../../../../services/finance/material-requirements/domain/coverage.ts';
import {
  demandsOf,
  merged,
  type NeedingOrder,
} from '../../../../../services/finance/material-requirements/domain/demand.ts';
import {
  type Requirement,
  Requirements,
} from '../../../../../services/finance/material-requirements/domain/requirements.ts';

/** Material requirements (decisions 7: Material requirements). Quantities in the tests are whole hundredths. */

interface Line {
  style: number;
  qty: number;
  shipped: number;
}
interface BomLine {
  material: number;
  /** Hundredths. */
  consumption: number;
  supplier: number;
  moq: number | null;
}

const DAY = 86_400_000;
const style = fc.nat(2);
const line = fc.record({ style, qty: fc.integer({ min: 1, max: 400 }), shipped: fc.nat(400) });
const sales = fc.array(fc.array(line, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
const bomLine = fc.record({
  material: fc.nat(2),
  consumption: fc.nat(300),
  supplier: fc.nat(1),
  moq: fc.constantFrom(null, 50, 1_000),
});
const boms = fc.tuple(...[0, 1, 2].map(() => fc.array(bomLine, { maxLength: 4 })));
const item = fc.record({
  material: fc.nat(2),
  supplier: fc.nat(1),
  qty: fc.integer({ min: 1, max: 30_000 }),
  received: fc.nat(30_000),
});

const orderOf = (lines: readonly Line[], index: number): NeedingOrder => ({
  ...{ id: `o${index}`, documentId: `SO-${index}`, status: 'confirmed' },
  ...{ requestedDeliveryDate: null, deliveryWindowEnd: null },
  lineItems: lines.map(({ style, qty, shipped }, at) => ({
    ...{ id: `l${at}`, styleId: `s${style}`, skuId: `k${style}`, bomId: null, description: null },
    ...{ unitPrice: 1, discountPercent: null, taxRate: null, amount: 1, invoicedQty: 0 },
    ...{ qty, shippedQty: Math.min(shipped, qty) },
  })),
});

const recipeOf = (id: string, lines: readonly BomLine[]) => ({
  id,
  approvedAt: '2026-01-01T00:00:00.000Z',
  lines: lines.map(({ material, consumption, supplier, moq }) => ({
    ...{ materialId: `m${material}`, materialName: 'Twill', skuId: null, description: null, unit: 'm', moq },
    ...{ supplierId: `u${supplier}`, supplierName: null, netBuyingConsumption: consumption / 100 },
    ...{ cost: 2, currency: 'EUR', leadTimeDays: 7 },
  })),
});

function rowsOf(orders: readonly NeedingOrder[], recipes: readonly BomLine[][], bought: readonly Bought[] = []) {
  const requirements = new Requirements(new Map(), 'EUR');
  const all = orders.flatMap((order, index) => demandsOf(order, index * DAY, new Map()));
  for (const demand of merged(all, ({ styleId }) => styleId ?? undefined)) {
    const style = Number(demand.styleId?.slice(1));
    requirements.add(demand, recipeOf(`b${style}`, recipes[style] ?? []));
  }
  return resultOf(requirements.rows(bought, new Map()));
}

function resultOf<T>(steps: Generator<void, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** Purchases of the rows, for their orders. */
const purchaseOf = (rows: readonly Requirement[]): Bought[] =>
  rows
    .filter(({ order }) => order.gt(0))
    .map(({ supplierId, materialId, skuId, unit, order, orders }) => ({
      ...{ supplierId: supplierId as string, materialId: materialId as string, skuId, unit },
      ...{ status: 'draft', qty: order.toFixed(), receivedQty: '0' },
      forOrders: orders.map(({ salesOrderId, uncovered, shipped, pieces }) => ({
        ...{ salesOrderId, qty: uncovered.toFixed(), shippedQty: shipped.toFixed(), shippedPieces: pieces },
      })),
    }));

const hundredths = (value: Requirement['needed']) => Math.round(toNumber(value) * 100);
const itemsOf = (items: readonly { material: number; supplier: number; qty: number; received: number }[]): Bought[] =>
  items.map(({ material, supplier, qty, received }) => ({
    ...{ materialId: `m${material}`, supplierId: `u${supplier}`, skuId: null, unit: 'm', status: 'issued' },
    ...{ qty: String(qty / 100), receivedQty: String(Math.min(received, qty) / 100), forOrders: [] },
  }));

const sumBy = <One>(all: readonly One[], keyOf: (one: One) => string, quantityOf: (one: One) => number) => {
  const sums = new Map<string, number>();
  for (const one of all) sums.set(keyOf(one), (sums.get(keyOf(one)) ?? 0) + quantityOf(one));
  return new Map([...sums].filter(([, sum]) => sum > 0).sort());
};

describe('what orders need', () => {
  test('is, by material and supplier, the sum over all lines of unshipped pieces and consumption', () => {
    fc.assert(
      fc.property(sales, boms, (orders, recipes) => {
        const rows = rowsOf(orders.map(orderOf), recipes);
        const parts = orders.flat().flatMap(({ style, qty, shipped }) =>
          (recipes[style] ?? []).map(({ material, supplier, consumption }) => ({
            of: `m${material}:u${supplier}`,
            hundredths: Math.max(0, qty - shipped) * consumption,
          })),
        );
        const shown = sumBy(
          rows,
          (row) => `${row.materialId}:${row.supplierId}`,
          (row) => hundredths(row.needed),
        );
        expect(shown).toEqual(
          sumBy(
            parts,
            ({ of }) => of,
            (part) => part.hundredths,
          ),
        );
      }),
    );
  });

  test('is bought or to buy, and of each material purchases cover all that they can', () => {
    fc.assert(
      fc.property(sales, boms, fc.array(item, { maxLength: 4 }), (orders, recipes, items) => {
        const rows = rowsOf(orders.map(orderOf), recipes, itemsOf(items));
        for (const { needed, onOrder, toBuy, order, minimum } of rows) {
          expect(hundredths(onOrder) + hundredths(toBuy)).toBe(hundredths(needed));
          expect(toNumber(order)).toBe(toBuy.eq(0) ? 0 : Math.max(toNumber(toBuy), toNumber(minimum)));
        }
        const needed = sumBy(
          rows,
          ({ materialId }) => materialId ?? '',
          (row) => hundredths(row.needed),
        );
        const open = sumBy(
          items,
          ({ material }) => `m${material}`,
          ({ qty, received }) => Math.max(0, qty - received),
        );
        const covered = [...needed].map(([id, all]): [string, number] => [id, Math.min(all, open.get(id) ?? 0)]);
        const shown = sumBy(
          rows,
          ({ materialId }) => materialId ?? '',
          (row) => hundredths(row.onOrder),
        );
        expect(shown).toEqual(new Map(covered.filter(([, quantity]) => quantity > 0)));
      }),
    );
  });

  test('is nothing more after it was bought: also when goods are received, the order is closed, or pieces are shipped', () => {
    const then = fc.constantFrom('nothing', 'received', 'closed', 'shipped');
    fc.assert(
      fc.property(sales, boms, fc.array(item, { maxLength: 4 }), then, (orders, recipes, items, happens) => {
        const others = itemsOf(items);
        const before = rowsOf(orders.map(orderOf), recipes, others);
        const received = happens === 'received' || happens === 'closed';
        const own = purchaseOf(before).map((one) => ({
          ...one,
          status: received ? happens : one.status,
          receivedQty: received ? one.qty : '0',
        }));
        const later = orders.map((lines) =>
          lines.map((one) => ({ ...one, shipped: happens === 'shipped' ? one.shipped + 20 : one.shipped })),
        );
        const after = rowsOf(later.map(orderOf), recipes, [...others, ...own]);
        expect(after.filter(({ toBuy }) => toBuy.gt(0))).toEqual([]);
      }),
    );
  });

  test('of more pieces is only what is missing, whatever is shipped and received of the first ones', () => {
    const order = (qty: number, shipped: number) => [orderOf([{ style: 0, qty, shipped }], 0)];
    const recipe = [[{ material: 0, consumption: 150, supplier: 0, moq: null }]];
    const bought = purchaseOf(rowsOf(order(100, 0), recipe)).map((one) => ({ ...one, receivedQty: one.qty }));
    const [row] = rowsOf(order(160, 100), recipe, bought);
    expect([row?.needed, row?.onOrder, row?.toBuy].map(String)).toEqual(['90', '0', '90']);
  });

  test('is, after a new version of the BOM, what it needs less what is left of the bought by the new consumption', () => {
    const styleOf = fc.record({
      ...{ qty: fc.integer({ min: 1, max: 300 }), shipped: fc.nat(200), more: fc.nat(200) },
      ...{ before: fc.nat(300), after: fc.nat(300) },
    });
    fc.assert(
      fc.property(fc.array(styleOf, { minLength: 1, maxLength: 3 }), (styles) => {
        const parts = styles.map(({ qty, shipped, more, ...consumption }) => {
          const first = Math.min(shipped, qty);
          return { qty, first, last: Math.min(first + more, qty), ...consumption };
        });
        const rows = (when: 'first' | 'last', of: 'before' | 'after', bought: readonly Bought[] = []) => {
          const order = orderOf(
            parts.map((part, style) => ({ style, qty: part.qty, shipped: part[when] })),
            0,
          );
          const lines = parts.map((part) => [{ material: 0, consumption: part[of], supplier: 0, moq: null }]);
          return rowsOf([order], lines, bought);
        };
        const bought = purchaseOf(rows('first', 'before'));
        const sum = (one: (part: (typeof parts)[number]) => number) =>
          parts.reduce((total, part) => total + one(part), 0);
        const left = sum(({ qty, first, before }) => (qty - first) * before);
        const used = sum(({ first, last, after }) => (last - first) * after);
        const needed = sum(({ qty, last, after }) => (qty - last) * after);
        const due = Math.max(0, needed - Math.max(0, left - used));
        const [row] = rows('last', 'after', bought);
        expect(row ? hundredths(row.toBuy) : 0).toBe(due);
      }),
    );
  });

  test('of a kit is what its parts need, and the BOM of the line adds its own materials', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 50 }), (parts, qty) => {
        const kits = new Map(
          [['kit', parts.map((part) => ({ ...part, quantity: part.qty }))]].map(([id, of]) => [
            id as string,
            (of as (Line & { quantity: number })[]).map(({ style, quantity }) => ({
              skuId: `k${style}`,
              styleId: `s${style}`,
              quantity,
            })),
          ]),
        );
        const [first] = orderOf([{ style: 9, qty, shipped: 0 }], 0).lineItems;
        const kit = { ...orderOf([], 0), lineItems: [{ ...first, skuId: 'kit' }] } as NeedingOrder;
        const single = orderOf(
          parts.map((part) => ({ ...part, qty: part.qty * qty, shipped: 0 })),
          0,
        );
        const bomOf = ({ styleId }: { styleId: string | null }) => styleId ?? undefined;
        const sums = (order: NeedingOrder) =>
          merged(demandsOf(order, 0, kits), bomOf).map(({ styleId, open }) => [styleId, String(open)]);
        expect(sums(kit)).toEqual(sums(single));
        const boxed = { ...kit, lineItems: [{ ...first, skuId: 'kit', bomId: 'box' }] } as NeedingOrder;
        expect(demandsOf(boxed, 0, kits).map(({ bomId, open }) => [bomId, String(open)])).toEqual([
          ['box', String(qty)],
          ...demandsOf(kit, 0, kits).map(({ open }) => [null, String(open)]),
        ]);
      }),
    );
  });
});

describe('a row', () => {
  const orders = [orderOf([{ style: 0, qty: 3, shipped: 0 }], 0)];
  const row = (
    lines: Parameters<Requirements['add']>[1],
    suppliers = new Map(),
    materials = new Map(),
    orgCurrency: string | null = 'EUR',
  ) => {
    const requirements = new Requirements(materials, orgCurrency);
    for (const demand of demandsOf(orders[0] as NeedingOrder, 100 * DAY, new Map())) requirements.add(demand, lines);
    return resultOf(requirements.rows([], suppliers));
  };
  const none = {
    ...{
      materialId: 'm1',
      materialName: 'Zip',
      skuId: null,
      supplierId: null,
      supplierName: null,
      description: 'Front',
    },
    ...{ unit: 'pc', netBuyingConsumption: 1.00004, cost: null, currency: null, leadTimeDays: null, moq: null },
  };
  const recipe = (line: object) => ({ id: 'b1', approvedAt: '2026-01-01', lines: [{ ...none, ...line }] });

  test('has the values of the BOM, else of the material, else of the supplier, and is rounded up to 4 decimals', () => {
    const material = { id: 'm1', documentId: 'MAT-1', name: 'Zipper', status: 'active' as const, unit: 'pc' };
    const usual = { supplierId: 'u1', costInNativeCurrency: 0.5, nativeCurrency: 'USD', leadTimeDays: null, moq: 2 };
    const supplier = { id: 'u1', name: 'Zips Ltd', status: 'active' as const, currency: null, country: null };
    const [found] = row(
      recipe({}),
      new Map([['u1', { ...supplier, leadTimeDays: 30 }]]),
      new Map([['m1', { ...material, ...usual }]]),
    );
    expect(found).toMatchObject({
      ...{ problem: null, materialName: 'Zipper', supplierName: 'Zips Ltd', unitCost: 0.5, currency: 'USD' },
      ...{ leadTimeDays: 30, deliveryDate: 100 * DAY, orderBy: 70 * DAY },
    });
    expect([found?.toBuy, found?.order, found?.cost].map(String)).toEqual(['3.00012', '3.0002', '1.5']);
  });

  test.each([
    ['no_bom', undefined],
    ['no_material', recipe({ materialId: null })],
    ['no_consumption', recipe({ supplierId: 'u1', netBuyingConsumption: null })],
    ['no_supplier', recipe({})],
  ])('names the problem %s', (problem, lines) => {
    expect(row(lines)).toMatchObject([{ problem }]);
    expect(parseDecimal(row(lines)[0]?.orders.length ?? 0).eq(1)).toBe(true);
  });

  test.each([
    ['EUR', 'HRK', 'HRK', null],
    [null, 'EUR', 'HRK', null],
    [null, null, 'EUR', null],
    ['HRK', 'EUR', 'EUR', 'ended_currency'],
    [null, 'HRK', 'EUR', 'ended_currency'],
    [null, null, 'HRK', 'ended_currency'],
    [null, null, null, 'no_currency'],
  ])(
    'with a cost in %s, a supplier in %s and an org in %s has the problem %s',
    (currency, ofSupplier, ofOrg, problem) => {
      const lines = recipe({ supplierId: 'u1', currency, cost: currency && 1 });
      const suppliers = new Map([['u1', { id: 'u1', name: 'Zips Ltd', currency: ofSupplier }]]);
      expect(row(lines, suppliers, new Map(), ofOrg)).toMatchObject([{ problem }]);
    },
  );
});
