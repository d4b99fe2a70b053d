import { describe, expect, test } from '@jest/globals';
import { type MaterialInMessage, material, Material as PublicMaterial } from '#proto/product/v1/material.contract.ts';
import {
  archiveMaterial,
  createMaterial,
  deleteMaterial,
  type Material,
  type MaterialChanges,
  restoreMaterial,
  updateMaterial,
} from '../../../../../../services/product/materials/domain/material.ts';
import { ids, later, now } from '../../boms/scene.ts';

const origin = { id: 'm1', documentId: 'MAT-2026-000001', orgId: 'o1', now };
const mill = { supplierId: 's1', supplierName: 'Mill' };
const none = { supplierId: null, supplierName: null };

const full = {
  name: 'Twill',
  type: 'fabric',
  unit: 'm',
  refId: 'FAB-1',
  description: 'Heavy',
  composition: '100% cotton',
  color: 'ecru',
  widthCm: 150.5,
  weightGsm: 280,
  costInNativeCurrency: 4.2,
  nativeCurrency: 'EUR',
  leadTimeDays: 30,
  moq: 100,
  skus: [{ color: 'ecru', size: '150' }],
  freeFields: '{"finish":"matt","care":{"wash":30}}',
};
const create = (input: MaterialInMessage = full) => createMaterial(input, mill, origin, ids('sku')).state;

test('creating fills what was left out', () => {
  const { state, event } = createMaterial({ name: 'Thread' }, none, origin, ids('sku'));
  expect(state).toMatchObject({ ...none, name: 'Thread', unit: null, moq: null, skus: [], freeFields: '{}' });
  expect(event).toMatchObject({ type: 'material.created', recordId: 'm1', sequence: 1 });
});

describe('updating', () => {
  const update = (changes: MaterialChanges, { free = {}, supplier = mill as typeof mill | typeof none } = {}) =>
    updateMaterial(create(), { changes, free, supplier }, later, ids('new'));

  test.each(
    (Object.keys(full) as (keyof typeof full)[]).filter((field) => !['name', 'skus', 'freeFields'].includes(field)),
  )('null clears %s', (field) => {
    const { state, event } = update({ [field]: null });
    expect(state[field]).toBeNull();
    expect(event.previous).toEqual({ [field]: full[field] });
  });

  test('null leaves the name and takes all SKUs away', () => {
    expect(update({ name: null, skus: null }).state).toMatchObject({ name: 'Twill', skus: [] });
  });

  test('keeps 6 places of the cost of a unit, and what is sent as it was read', () => {
    expect(create({ ...full, costInNativeCurrency: 1.2345675 }).costInNativeCurrency).toBe(1.234568);
    expect(update({ costInNativeCurrency: 0.0000004 }).state.costInNativeCurrency).toBe(0);
    const earlier: Material = { ...create(), costInNativeCurrency: 1.23456789 };
    const again = { changes: { costInNativeCurrency: 1.23456789 }, free: {}, supplier: mill };
    expect(updateMaterial(earlier, again, later, ids('sku')).event.previous).toEqual({});
  });

  test('names another supplier', () => {
    const { event } = update({}, { supplier: none });
    expect(event).toMatchObject({ data: none, previous: mill });
  });

  test('that changes nothing says so', () => {
    expect(update({ unit: 'm', skus: [{ id: 'sku1', color: 'ecru', size: '150' }] }).event.previous).toEqual({});
  });
});

test('every event fits the contract, the fields of the caller beside ours', () => {
  const archived = archiveMaterial(create(), later);
  const change = { changes: { unit: 'yd' }, free: {}, supplier: mill };
  const decisions = [
    createMaterial(full, mill, origin, ids('sku')),
    updateMaterial(create(), change, later, ids('sku')),
    archived,
    restoreMaterial(archived.state, later),
    deleteMaterial(create()),
  ];
  expect(decisions.map(({ event }) => event.type)).toEqual(Object.keys(material.events));
  for (const { event } of decisions) {
    expect(PublicMaterial.parse(event.data)).toEqual(event.data);
    expect(event.data).toMatchObject({ finish: 'matt', care: { wash: 30 }, supplierName: 'Mill' });
    expect(event.data).not.toHaveProperty('freeFields');
  }
});

test('a field of ours wins over one of the same name that a caller once gave', () => {
  const odd: Material = { ...create(), freeFields: '{"unit":"hidden"}' };
  expect(archiveMaterial(odd, later).event.data).toMatchObject({ unit: 'm' });
});
