import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { add, parseDecimal, type Rates } from '#chassis/domain/money.ts';
import { latestOf } from '../../../../../../services/product/boms/domain/bom.ts';
import type { VersionStatus } from '../../../../../../services/product/boms/domain/bom-version.ts';
import { type BomCost, type CostSum, costOf } from '../../../../../../services/product/boms/domain/cost.ts';
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

test('is summed by category, in order of first appearance, and in total', () => {
  const { categories, total } = cost([
    buttons,
    fabric,
    { ...fabric, nativeCurrency: 'JPY' },
    { ...buttons, nativeCurrency: 'CHF' },
  ]);
  expect(categories).toMatchObject([
    {
      category: 'Trims',
      native: [
        { currency: 'EUR', amount: 12 },
        { currency: 'CHF', amount: 12 },
      ],
      costInUsd: 12.96,
      linesWithoutCost: 1,
    },
    {
      category: 'Fabric',
      native: [
        { currency: 'EUR', amount: 5.49 },
        { currency: 'JPY', amount: 5 },
      ],
      costInUsd: 5.97,
      linesWithoutCost: 0,
    },
  ]);
  expect(total).toMatchObject({ costInUsd: 18.93, linesWithoutCost: 1 });
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

test('totals are the sums of the lines, and of the categories', () => {
  const input: fc.Arbitrary<LineItemInput> = fc.record({
    category: fc.constantFrom('Fabric', 'Trims', 'Labels'),
    grossConsumption: fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1000),
    materialCostInNativeCurrency: fc.integer({ min: 0, max: 99_999 }).map((n) => n / 1000),
    nativeCurrency: fc.constantFrom('EUR', 'JPY', 'USD', 'CHF'),
  });
  const sum = (amounts: (number | null)[]) => Number(add(...amounts.map((amount) => parseDecimal(amount ?? 0))));
  const inEuro = ({ native }: CostSum) => native.find(({ currency }) => currency === 'EUR')?.amount ?? 0;
  fc.assert(
    fc.property(fc.array(input, { maxLength: 30 }), (inputs) => {
      const { lineItems, categories, total } = cost(inputs);
      expect(total.costInUsd).toBe(sum(lineItems.map(({ costInUsd }) => costInUsd)));
      expect(total.costInUsd).toBe(sum(categories.map(({ costInUsd }) => costInUsd)));
      expect(inEuro(total)).toBe(sum(categories.map(inEuro)));
      expect(inEuro(total)).toBe(
        sum(lineItems.map((line) => (line.nativeCurrency === 'EUR' ? line.costInNativeCurrency : 0))),
      );
    }),
  );
});
