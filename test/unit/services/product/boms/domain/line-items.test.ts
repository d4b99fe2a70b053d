import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { AppError } from '#chassis/domain/errors.ts';
import { leastBytes } from '#proto/product/v1/contract.ts';
import { sizeOf } from '../../../../../../services/product/boms/content-repository.ts';
import type { LineItemInput } from '../../../../../../services/product/boms/domain/line-items.ts';
import {
  addLine,
  changeLine,
  copyLines,
  findLine,
  type LineContext,
  MAX_LINES,
  removeLine,
} from '../../../../../../services/product/boms/domain/line-items.ts';
import { catalog, context, ids, makeLines, replaced } from '../scene.ts';

const fabric: LineItemInput = {
  grossConsumption: 1.5,
  sellingTolerance: 4,
  materialCostInNativeCurrency: 3.33,
  nativeCurrency: 'EUR',
  category: 'Fabric',
  description: 'Main fabric',
  unit: 'm',
  assignedMaterialOptions: [{ materialId: 'denim', skuId: 'blue', priority: 1 }],
  chosenAssignedMaterialId: 'denim',
  chosenAssignedSkuId: 'blue',
};
const only = (input: LineItemInput) => makeLines([input])[0];
const offering = (...assignedMaterialOptions: NonNullable<LineItemInput['assignedMaterialOptions']>) => ({
  assignedMaterialOptions,
});

function issuesOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return error.issues?.map(({ loc, type }) => `${type} ${loc.join('.')}`);
    throw error;
  }
  return [];
}

describe('a new line', () => {
  test('has the defaults of the interface where nothing was said', () => {
    expect(only({})).toEqual({
      id: 'line1',
      lineage: 'line1',
      grossConsumption: null,
      sellingTolerance: null,
      netSellingConsumption: null,
      buyingTolerance: null,
      netBuyingConsumption: null,
      materialCostInNativeCurrency: null,
      nativeCurrency: null,
      materialCostInUsd: null,
      estimatedMaterialPreparationLeadTime: null,
      assignedMaterialOptions: [],
      chosenAssignedMaterialId: null,
      chosenAssignedSkuId: null,
      category: 'Uncategorized',
      description: null,
      unit: 'pc',
    });
  });

  test('keeps the names that were sent', () => {
    const options = [{ materialId: 'denim', materialName: 'Selvedge denim', supplierId: 'maker', supplierName: 'M.' }];
    expect(only({ assignedMaterialOptions: options })?.assignedMaterialOptions[0]).toMatchObject({
      materialName: 'Selvedge denim',
      supplierId: 'maker',
      supplierName: 'M.',
    });
  });

  test.each<[string, LineItemInput, string]>([
    ['an unknown material', offering({}, { materialId: 'wool' }), 'assignedMaterialOptions.1.materialId'],
    ['an unknown supplier', offering({ supplierId: 'nobody' }), 'assignedMaterialOptions.0.supplierId'],
    [
      "a SKU that is not the material's",
      offering({ materialId: 'denim', skuId: 'red' }),
      'assignedMaterialOptions.0.skuId',
    ],
    ['a choice that is no option', { ...fabric, chosenAssignedMaterialId: 'zip' }, 'chosenAssignedMaterialId'],
    ['a choice where nothing is offered', { chosenAssignedMaterialId: 'zip' }, 'chosenAssignedMaterialId'],
    ["a chosen SKU that is not the material's", { ...fabric, chosenAssignedSkuId: 'red' }, 'chosenAssignedSkuId'],
    ['a chosen SKU of no material', { chosenAssignedSkuId: 'red' }, 'chosenAssignedSkuId'],
  ])('%s is a fault at its field, in one line and in the list', (_case, input, field) => {
    expect(issuesOf(() => addLine([], input, context()))).toEqual([`value_error body.${field}`]);
    expect(issuesOf(() => makeLines([{}, input]))).toEqual([`value_error body.lineItems.1.${field}`]);
  });

  test('any SKU may be chosen of a material that lists none', () => {
    const chosen = { chosenAssignedMaterialId: 'zip', chosenAssignedSkuId: 'x' };
    expect(only({ ...offering({ materialId: 'zip' }), ...chosen })).toMatchObject(chosen);
  });

  test('all faults of a list are told at once', () => {
    const bad = { grossConsumption: 1, netSellingConsumption: 2, netBuyingConsumption: 3 };
    expect(issuesOf(() => makeLines([bad, fabric, bad]))).toEqual([
      'value_error body.lineItems.0.netSellingConsumption',
      'value_error body.lineItems.0.netBuyingConsumption',
      'value_error body.lineItems.2.netSellingConsumption',
      'value_error body.lineItems.2.netBuyingConsumption',
    ]);
  });
});

describe('replacing the list', () => {
  test('keeps the lines whose id it knows, with their lineage, makes the others, and refuses other ids', () => {
    const [first, second] = makeLines([{}, {}]);
    const copied = copyLines(
      [first, second].flatMap((line) => line ?? []),
      ids('copy'),
    );
    const lines = replaced(copied, [{ id: 'copy2' }, {}, { id: 'copy1' }], context());
    expect(lines.map(({ id, lineage }) => [id, lineage])).toEqual([
      ['copy2', 'line2'],
      ['id1', 'id1'],
      ['copy1', 'line1'],
    ]);
    for (const id of ['unknown', 'copy2']) {
      expect(() => replaced(copied, [{ id: 'copy2' }, { id }], context())).toThrow(
        expect.objectContaining({ issues: [expect.objectContaining({ loc: ['body', 'lineItems', '1', 'id'] })] }),
      );
    }
  });

  test('keeps the ids of options that the line has', () => {
    const before = makeLines([fabric]);
    const option = before[0]?.assignedMaterialOptions[0];
    const sent = {
      id: before[0]?.id ?? '',
      assignedMaterialOptions: [{ materialId: 'zip' }, { id: option?.id ?? '' }],
    };
    const [line] = replaced(before, [sent], context(ids('new')));
    expect(line?.assignedMaterialOptions.map(({ id }) => id)).toEqual(['new1', option?.id]);
  });

  test('takes a chosen SKU that its material has dropped back from the line that has it, and from no other', () => {
    const before = makeLines([fabric]);
    const { materials } = catalog;
    const dropped = new Map([...materials].map(([key, card]) => [key, { ...card, skuIds: ['black'] }]));
    const by: LineContext = { ...context(ids('new')), catalog: { ...catalog, materials: dropped } };
    const options = before[0]?.assignedMaterialOptions.map(({ id }) => ({ id, materialId: 'denim', skuId: 'blue' }));
    const read = { ...fabric, id: 'line1', assignedMaterialOptions: options ?? [] };
    expect(replaced(before, [read], by)).toMatchObject([{ id: 'line1', chosenAssignedSkuId: 'blue' }]);
    expect(replaced(before, [{ ...read, chosenAssignedMaterialId: 'DENIM' }], by)).toMatchObject([{ id: 'line1' }]);
    expect(changeLine(before, 'line1', { chosenAssignedSkuId: 'blue' }, by)).toBe(before);

    const faultsOf = (lines: typeof before, line: LineItemInput) => issuesOf(() => replaced(lines, [line], by));
    const fault = 'value_error body.lineItems.0.chosenAssignedSkuId';
    expect(faultsOf(before, { ...read, id: 'another' })).toContain(fault);
    const unchosen = changeLine(before, 'line1', { chosenAssignedMaterialId: null }, by);
    expect(faultsOf([...unchosen], read)).toEqual([fault]);
  });

  test('takes 2,000 lines and no more', () => {
    const most = Array.from({ length: MAX_LINES }, () => ({}));
    expect(makeLines(most)).toHaveLength(MAX_LINES);
    expect(issuesOf(() => makeLines([...most, {}]))).toEqual(['too_long body.lineItems']);
    expect(issuesOf(() => addLine(makeLines(most), {}, context()))).toEqual(['too_long body']);
  });

  test('leaves a computed cost computed when it is sent back as it was shown', () => {
    const before = makeLines([fabric]);
    const id = before[0]?.id ?? '';
    const [echoed] = replaced(before, [{ ...fabric, id, materialCostInUsd: 3.5964 }], context());
    const [priced] = replaced(before, [{ ...fabric, id, materialCostInUsd: 3.7 }], context());
    expect([echoed?.materialCostInUsd, priced?.materialCostInUsd]).toEqual([null, 3.7]);
  });
});

test('unit costs keep 6 places, and what is sent as it was read', () => {
  const costs = { materialCostInNativeCurrency: 1.2345675, materialCostInUsd: 2.0000005 };
  const rounded = { materialCostInNativeCurrency: 1.234568, materialCostInUsd: 2.000001 };
  const [made] = makeLines([{ ...fabric, ...costs }]);
  expect(made).toMatchObject(rounded);
  const lines = makeLines([fabric]);
  expect(changeLine(lines, 'line1', costs, context())[0]).toMatchObject(rounded);
  const earlier = lines.map((line) => ({ ...line, ...costs }));
  expect(changeLine(earlier, 'line1', costs, context())[0]).toMatchObject(costs);
  expect(replaced(earlier, [{ ...fabric, ...costs, id: 'line1' }], context())[0]).toMatchObject(costs);
});

describe('changing one line', () => {
  const before = makeLines([fabric, { description: 'Zip' }]);
  const change = (changes: Parameters<typeof changeLine>[2]) =>
    changeLine(before, 'line1', changes, context(ids('new')));

  test('null clears what can be empty and leaves the rest', () => {
    const [line] = change({ description: null, category: null, unit: null, nativeCurrency: null });
    expect(line).toMatchObject({ description: null, category: 'Fabric', unit: 'm', nativeCurrency: null });
  });

  test('a material that is given up takes its SKU along; a SKU that is sent needs a material', () => {
    expect(change({ chosenAssignedMaterialId: null })[0]).toMatchObject({
      chosenAssignedMaterialId: null,
      chosenAssignedSkuId: null,
    });
    expect(issuesOf(() => change({ chosenAssignedMaterialId: null, chosenAssignedSkuId: 'blue' }))).toEqual([
      'value_error body.chosenAssignedSkuId',
    ]);
  });

  test('options that no longer offer what is chosen are refused', () => {
    expect(issuesOf(() => change({ assignedMaterialOptions: [{ materialId: 'zip' }] }))).toEqual([
      'value_error body.chosenAssignedMaterialId',
    ]);
    expect(
      change({ assignedMaterialOptions: null, chosenAssignedMaterialId: null, chosenAssignedSkuId: null })[0],
    ).toMatchObject({
      assignedMaterialOptions: [],
      chosenAssignedMaterialId: null,
    });
  });

  test('of an unknown line is not found', () => {
    for (const work of [
      () => changeLine(before, 'x', {}, context()),
      () => removeLine(before, 'x'),
      () => findLine(before, 'x'),
    ]) {
      expect(work).toThrow('Line item not found');
    }
  });
});

test('lines take no fewer bytes than they are said to take at least, and not many more', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 });
  const option = fc.record({ id: text, materialName: text, skuId: text, cost: fc.nat() }, { requiredKeys: [] });
  const line = fc.record(
    { id: text, description: text, category: text, assignedMaterialOptions: fc.array(option) },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), (inputs) => {
      const stored = sizeOf({
        lineItems: makeLines(inputs.map(({ id: _, ...line }) => line) as LineItemInput[], () => 'f'.repeat(24)),
      });
      const least = leastBytes(inputs);
      expect(least).toBeLessThanOrEqual(stored);
      expect(least * 2).toBeGreaterThan(stored);
    }),
  );
});
