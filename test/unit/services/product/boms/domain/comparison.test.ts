import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Bom, latestOf } from '../../../../../../services/product/boms/domain/bom.ts';
import {
  type BomComparison,
  compareVersions,
  type LineItemDiff,
  type LineValues,
  type Side,
} from '../../../../../../services/product/boms/domain/comparison.ts';
import type { LineItem, LineItemInput } from '../../../../../../services/product/boms/domain/line-items.ts';
import { copyLines } from '../../../../../../services/product/boms/domain/line-items.ts';
import { ids, makeLines, newState, rates } from '../scene.ts';

const { bom } = newState();
const side = (lineItems: readonly LineItem[], of: Bom = bom): Side => ({
  version: latestOf(of),
  content: { id: 'v1', bomId: 'b1', orgId: 'o1', lineItems, frozenRates: null },
});
const compare = (a: readonly LineItem[], b: readonly LineItem[]): BomComparison =>
  compareVersions(side(a), side(b), rates);
const short = ({ lineItemDiffs }: BomComparison) =>
  lineItemDiffs.map(({ changeType, oldValues, newValues }) => [
    changeType,
    oldValues?.lineItemId,
    newValues?.lineItemId,
  ]);

const denim: LineItemInput = {
  grossConsumption: 1.5,
  materialCostInNativeCurrency: 3,
  nativeCurrency: 'EUR',
  assignedMaterialOptions: [{ materialId: 'denim', skuId: 'blue' }],
  chosenAssignedMaterialId: 'denim',
  chosenAssignedSkuId: 'blue',
};
const zip: LineItemInput = { assignedMaterialOptions: [{ materialId: 'zip' }], chosenAssignedMaterialId: 'zip' };
/** The ids of options are of no account here, and would be in the way of the lines'. */
const lines = (inputs: LineItemInput[], prefix: string) =>
  makeLines(inputs).map((line, index) => ({ ...line, id: `${prefix}${index}`, lineage: `${prefix}${index}` }));

describe('pairs', () => {
  test('by lineage, whatever is changed in the copy', () => {
    const a = lines([denim, {}], 'a');
    const b = copyLines(a, ids('b')).map((line) => ({
      ...line,
      chosenAssignedMaterialId: null,
      chosenAssignedSkuId: null,
    }));
    expect(short(compare(a, b))).toEqual([['modified', 'a0', 'b1']]);
  });

  test('then by chosen material and SKU, the first with the first', () => {
    const a = lines([denim, zip, denim], 'a');
    const b = lines([zip, { ...denim, grossConsumption: 2 }, { ...denim, chosenAssignedSkuId: 'black' }], 'b');
    expect(short(compare(a, b))).toEqual([
      ['modified', 'a0', 'b1'],
      ['removed', 'a2', undefined],
      ['added', undefined, 'b2'],
    ]);
  });

  test('never lines without a material, but by lineage', () => {
    expect(short(compare(lines([{}], 'a'), lines([{}], 'b')))).toEqual([
      ['removed', 'a0', undefined],
      ['added', undefined, 'b0'],
    ]);
  });
});

describe('a difference', () => {
  test('holds the fields that differ, with their values', () => {
    const a = lines([{ ...denim, estimatedMaterialPreparationLeadTime: 7 }], 'a');
    const b = lines([{ ...denim, grossConsumption: 2, estimatedMaterialPreparationLeadTime: 7 }], 'b');
    expect(compare(a, b).lineItemDiffs[0]?.fieldDifferences).toEqual([
      { field: 'grossConsumption', oldValue: 1.5, newValue: 2 },
      { field: 'netSellingConsumption', oldValue: 1.5, newValue: 2 },
      { field: 'netBuyingConsumption', oldValue: 1.5, newValue: 2 },
    ]);
  });

  test('is named after what the line has become', () => {
    const a = lines([zip], 'a');
    const b = lines([denim], 'b').map((line) => ({ ...line, lineage: a[0]?.lineage ?? '' }));
    const named = { changeType: 'modified', materialId: 'denim', supplierName: 'Mill' };
    expect(compare(a, b).lineItemDiffs).toMatchObject([named]);
  });

  test('has every value of the interface', () => {
    const [diff] = compare([], lines([denim], 'b')).lineItemDiffs;
    expect(diff).toEqual({
      changeType: 'added',
      materialId: 'denim',
      skuId: 'blue',
      materialName: 'Material denim',
      supplierId: 'mill',
      supplierName: 'Mill',
      oldValues: null,
      newValues: {
        lineItemId: 'b0',
        materialId: 'denim',
        skuId: 'blue',
        materialName: 'Material denim',
        supplierId: 'mill',
        supplierName: 'Mill',
        grossConsumption: 1.5,
        sellingTolerance: null,
        netSellingConsumption: 1.5,
        buyingTolerance: null,
        netBuyingConsumption: 1.5,
        materialCostInNativeCurrency: 3,
        materialCostInUsd: 3.24,
        estimatedMaterialPreparationLeadTime: null,
        nativeCurrency: 'EUR',
      },
      fieldDifferences: [],
    });
  });

  test('of costs in USD goes by the rates of each version', () => {
    const a = lines([denim], 'a');
    const frozen = side(a, { ...bom, versions: [{ ...latestOf(bom), status: 'approved' }] });
    frozen.content = { ...frozen.content, frozenRates: { EUR: '1.2' } };
    const { lineItemDiffs } = compareVersions(frozen, side(copyLines(a, ids('b'))), rates);
    expect(lineItemDiffs[0]?.fieldDifferences).toEqual([{ field: 'materialCostInUsd', oldValue: 3.6, newValue: 3.24 }]);
  });
});

/** Two versions: of some lines the second has a copy, changed or not, and some that are new. */
const line: fc.Arbitrary<LineItemInput> = fc.record(
  {
    grossConsumption: fc.constantFrom(1, 2),
    sellingTolerance: fc.constantFrom(0, 5),
    materialCostInNativeCurrency: fc.constantFrom(3, 4),
    nativeCurrency: fc.constantFrom('EUR', 'JPY', 'CHF'),
    estimatedMaterialPreparationLeadTime: fc.constantFrom(7, 14),
    assignedMaterialOptions: fc.constantFrom([], [{ materialId: 'denim' }, { materialId: 'zip', supplierId: 'maker' }]),
  },
  { requiredKeys: [] },
);
const withChoice = line.chain((input) =>
  input.assignedMaterialOptions?.length
    ? fc.constantFrom<LineItemInput>(
        input,
        { ...input, chosenAssignedMaterialId: 'denim', chosenAssignedSkuId: 'blue' },
        { ...input, chosenAssignedMaterialId: 'zip' },
      )
    : fc.constant(input),
);
const versions = fc
  .tuple(
    fc.array(withChoice, { maxLength: 8 }),
    fc.array(fc.tuple(fc.nat(7), fc.boolean(), withChoice), { maxLength: 8 }),
  )
  .map(([first, second]) => {
    const a = lines(first, 'a');
    const unused = new Map(a.map((one, index) => [index, one]));
    const b = lines(
      second.map(([, , input]) => input),
      'b',
    ).map((made, index) => {
      const [from, isSame] = second[index] ?? [0, false];
      const source = unused.get(from);
      unused.delete(from);
      if (!source) return made;
      return isSame ? { ...source, id: made.id } : { ...made, lineage: source.lineage };
    });
    return { a, b };
  });

const valuesOf = (list: readonly LineItem[]) =>
  compare([], list).lineItemDiffs.map(({ newValues }) => newValues as LineValues);
const bare = (values: Partial<LineValues>[]) =>
  values.map(({ lineItemId: _, ...compared }) => JSON.stringify(Object.entries(compared).sort())).sort();

function apply(values: LineValues[], diffs: LineItemDiff[]): LineValues[] {
  const changes = new Map(
    diffs.flatMap((diff) => (diff.oldValues ? [[diff.oldValues.lineItemId, diff] as const] : [])),
  );
  const kept = values.flatMap((old) => {
    const diff = changes.get(old.lineItemId);
    if (diff?.changeType === 'removed') return [];
    const changed = diff?.fieldDifferences.map(({ field, newValue }) => [field, newValue]) ?? [];
    return [{ ...old, ...Object.fromEntries(changed) } as LineValues];
  });
  return [
    ...kept,
    ...diffs.flatMap(({ changeType, newValues }) => (changeType === 'added' && newValues ? [newValues] : [])),
  ];
}

test('applying the differences to A gives B in every compared field', () => {
  fc.assert(
    fc.property(versions, ({ a, b }) => {
      expect(bare(apply(valuesOf(a), compare(a, b).lineItemDiffs))).toEqual(bare(valuesOf(b)));
    }),
    { numRuns: 500 },
  );
});

test('the other way round it says the mirror image', () => {
  const turned = { added: 'removed', removed: 'added', modified: 'modified' } as const;
  const mirror = (diff: LineItemDiff): Partial<LineItemDiff> => ({
    changeType: turned[diff.changeType],
    oldValues: diff.newValues,
    newValues: diff.oldValues,
    fieldDifferences: diff.fieldDifferences.map(({ field, oldValue, newValue }) => ({
      field,
      oldValue: newValue,
      newValue: oldValue,
    })),
  });
  const plain = ({ changeType, oldValues, newValues, fieldDifferences }: Partial<LineItemDiff>) =>
    JSON.stringify([changeType, oldValues, newValues, fieldDifferences]);
  fc.assert(
    fc.property(versions, ({ a, b }) => {
      const there = compare(a, b).lineItemDiffs.map(mirror).map(plain).sort();
      expect(compare(b, a).lineItemDiffs.map(plain).sort()).toEqual(there);
    }),
    { numRuns: 500 },
  );
});

test('a version does not differ from its copy', () => {
  fc.assert(fc.property(versions, ({ a }) => expect(compare(a, copyLines(a, ids('c'))).lineItemDiffs).toEqual([])));
});
