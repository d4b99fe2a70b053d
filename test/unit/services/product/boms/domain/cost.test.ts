import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, parseDecimal, type Rates } from '#chassis/domain/money.ts';
import { latestOf } from '../../../../../../services/product/boms/domain/bom.ts';
import type { VersionStatus } from '../../../../../../services/product/boms/domain/bom-version.ts';
import {
  type BomCost,
  type CostSum,
  costOf,
  type LineCost,
} from '../../../../../../services/product/boms/domain/cost.ts';
import type { LineItemInput } from '../../../../../../services/product/boms/domain/line-items.ts';
import type { Catalog } from '../../../../../../services/product/boms/domain/material-option.ts';
import { catalog, makeLines, newState, rates, zip as zipper } from '../scene.ts';

interface Setting {
  status?: VersionStatus;
  frozenRates?: Rates;
  today?: Rates;
  materials?: Catalog['materials'];
}

function cost(inputs: LineItemInput[], setting: Setting = {}): BomCost {
  const { status = 'draft', frozenRates, today = rates, materials = catalog.materials } = setting;
  const { bom } = newState();
  const content = {
    id: 'v1',
    bomId: 'b1',
    orgId: 'o1',
    lineItems: makeLines(inputs),
    frozenRates: frozenRates ?? null,
  };
  return costOf({ ...latestOf(bom), status }, content, { rates: today, materials });
}

const fabric: LineItemInput = {
  category: 'Fabric',
  grossConsumption: 1.5,
  buyingTolerance: 10,
  materialCostInNativeCurrency: 3.33,
  nativeCurrency: 'EUR',
};
const buttons: LineItemInput = {
  category: 'Trims',
  grossConsumption: 1000,
  materialCostInNativeCurrency: 0.012,
  nativeCurrency: 'EUR',
};

test.each<[string, LineItemInput, number | null, number | null]>([
  ['consumption × cost, each rounded once', fabric, 5.49, 5.93],
  ['a cost of less than a cent is not lost', buttons, 12, 12.96],
  ['a yen has no minor unit', { ...fabric, nativeCurrency: 'JPY' }, 5, 0.04],
  ['a dollar needs no rate', { ...fabric, nativeCurrency: 'USD' }, 5.49, 5.49],
  ['what was sent in USD counts', { ...fabric, materialCostInUsd: 4 }, 5.49, 6.6],
  ['no rate, no dollars', { ...fabric, nativeCurrency: 'CHF' }, 5.49, null],
  ['no consumption, no cost', { materialCostInNativeCurrency: 1, nativeCurrency: 'EUR' }, null, null],
])('%s', (_case, input, native, usd) => {
  expect(cost([input]).lineItems[0]).toMatchObject({ costInNativeCurrency: native, costInUsd: usd });
});

test('drifts by rates and by material costs, each for itself', () => {
  const zip: LineItemInput = {
    grossConsumption: 10,
    materialCostInNativeCurrency: 1.5,
    nativeCurrency: 'EUR',
    assignedMaterialOptions: [{ materialId: 'zip' }],
    chosenAssignedMaterialId: 'zip',
  };
  const { lineItems, total } = cost([zip], { status: 'approved', frozenRates: { EUR: '1' }, today: { EUR: '1.1' } });
  const drift = { ratesInUsd: 1.5, materialsInUsd: 5.5, totalInUsd: 7 };
  expect(lineItems[0]).toMatchObject({ costInUsd: 15, todayInUsd: 22, drift });
  expect(total).toMatchObject({ costInUsd: 15, todayInUsd: 22, drift });
});

test('lines whose rate of today is gone are told apart, so that the totals agree', () => {
  const { lineItems, categories, total } = cost([fabric, { ...fabric, nativeCurrency: 'JPY' }], {
    status: 'approved',
    frozenRates: { EUR: '1', JPY: '0.01' },
    today: { EUR: '2' },
  });
  expect(lineItems.map(({ costInUsd, todayInUsd }) => [costInUsd, todayInUsd])).toEqual([
    [5.49, 10.99],
    [0.05, null],
  ]);
  const sums = { costInUsd: 5.54, todayInUsd: 10.99, drift: { totalInUsd: 5.5 } };
  expect(total).toMatchObject({ ...sums, linesWithoutCost: 0, linesWithoutTodayCost: 1 });
  expect(categories).toMatchObject([{ ...sums, linesWithoutTodayCost: 1 }]);
});

test("a material's cost of no currency says nothing of today: the line's own counts", () => {
  const line = { ...fabric, assignedMaterialOptions: [{ materialId: 'zip' }], chosenAssignedMaterialId: 'zip' };
  const materials = new Map([['zip', { ...zipper, cost: 2, currency: null }]]);
  expect(cost([line], { materials }).lineItems[0]).toMatchObject({ costInUsd: 5.93, todayInUsd: 5.93 });
});

test('a draft and a rejected version follow the rates; all others stay as they were submitted', () => {
  const costs = (['draft', 'rejected', 'submitted', 'approved', 'withdrawn', 'superseded'] as const).map(
    (status) => cost([{ ...fabric, grossConsumption: 1 }], { status, frozenRates: { EUR: '2' } }).total.costInUsd,
  );
  expect(costs).toEqual([3.96, 3.96, 7.33, 7.33, 7.33, 7.33]);
});

test('the sums are those of the lines, in total and by category, in the order in which they first appear', () => {
  const input: fc.Arbitrary<LineItemInput> = fc.record({
    category: fc.constantFrom('Fabric', 'Trims', 'Labels'),
    grossConsumption: fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1000),
    materialCostInNativeCurrency: fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1000),
    nativeCurrency: fc.constantFrom('EUR', 'JPY', 'USD', 'CHF'),
  });
  const sum = (amounts: (number | null)[]) => Number(add(...amounts.map((amount) => parseDecimal(amount ?? 0))));
  const expectSum = (found: CostSum, lines: LineCost[]) => {
    expect(found.costInUsd).toBe(sum(lines.map(({ costInUsd }) => costInUsd)));
    expect(found.linesWithoutCost).toBe(lines.filter(({ costInUsd }) => costInUsd === null).length);
    const byCurrency = [...Map.groupBy(lines, ({ nativeCurrency }) => nativeCurrency)].map(([currency, some]) => ({
      currency,
      amount: sum(some.map(({ costInNativeCurrency }) => costInNativeCurrency)),
    }));
    expect(found.native).toEqual(byCurrency);
  };
  fc.assert(
    fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
      const { lineItems, categories, total } = cost(inputs);
      expectSum(total, lineItems);
      const byCategory = [...Map.groupBy(lineItems, ({ category }) => category)];
      expect(categories.map(({ category }) => category)).toEqual(byCategory.map(([category]) => category));
      for (const [index, [, lines]] of byCategory.entries()) expectSum(categories[index] as CostSum, lines);
    }),
  );
});
