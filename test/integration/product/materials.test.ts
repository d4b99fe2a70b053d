import { describe, expect, test } from '@jest/globals';
import { type Caller, caller, envelopesOf, query, recordOf } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();

const twill = { name: 'Cotton twill', type: 'fabric', unit: 'm', widthCm: 150.5 };

const create = (who: Caller, fields: object = {}) =>
  recordOf(product.materials.createMaterial({ material: { ...twill, ...fields } }, who));
const createSupplier = (who: Caller) => recordOf(product.suppliers.createSupplier({ supplier: { name: 'Mill' } }, who));

const totalOf = async (who: Caller) => (await product.materials.listMaterials(query(), who)).total;

describe('one material', () => {
  test('is numbered, and read by its id and by its number', async () => {
    const who = caller();
    const created = await product.materials.createMaterial({ material: twill }, who);
    const { record } = created;
    expect(record).toMatchObject({ ...twill, skus: [], status: 'active' });
    expect(record?.documentId).toMatch(/^MAT-\d{4}-000001$/);
    for (const id of [record?.id, record?.documentId]) {
      expect(await product.materials.getMaterial({ id: id ?? '' }, who)).toEqual({ ...created, eventId: '' });
    }
    await expect(product.materials.getMaterial({ id: record?.documentId ?? '' }, caller())).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('fields of the caller', () => {
  const freeFieldsOf = (record: { freeFields?: string | null | undefined }) => JSON.parse(record.freeFields ?? '{}');

  test('are kept, changed one by one, and taken away by null', async () => {
    const who = caller();
    const free = { finish: 'matt', care: { wash: [30, 40] }, constructor: 1, $: undefined };
    const { id } = await create(who, { freeFields: JSON.stringify(free) });
    const patch = { freeFields: JSON.stringify({ finish: 'gloss', grade: null }) };
    const fields = ['finish', 'care', 'toString'];
    const { record } = await product.materials.updateMaterial({ id, patch, fields }, who);
    expect(freeFieldsOf(record ?? {})).toEqual({ finish: 'gloss', constructor: 1 });
    const [, updated] = await envelopesOf(product.store, id);
    expect(updated.data).toMatchObject({ name: 'Cotton twill', finish: 'gloss', constructor: 1 });
    expect(updated.data).not.toHaveProperty('freeFields');
    expect(updated.previous).toEqual({ finish: 'matt', care: { wash: [30, 40] } });
  });

  test('come back equal, however they are called', async () => {
    const who = caller();
    const names = [
      'constructor',
      'prototype',
      'toString',
      'toJSON',
      '_bsontype',
      'freeFields',
      '_id',
      '1',
      ' ',
      'a$',
      '\u2028',
    ];
    const free = Object.fromEntries(names.map((name) => [name, { [name]: [null, -0.5, 1e300, true, '\ud800', ''] }]));
    const { id } = await create(who, { freeFields: JSON.stringify(free) });
    const { record } = await product.materials.getMaterial({ id }, who);
    expect(freeFieldsOf(record ?? {})).toEqual(free);
    const [created] = await envelopesOf(product.store, id);
    expect(created.data).toMatchObject(free);
  });

  test.each([
    '{"$where":"1"}',
    '{"a":{"$gt":""}}',
    '{"a.b":1}',
    '{"a":[{"b.c":1}]}',
    '{"\\u0000":1}',
    '{"__proto__":{"admin":true}}',
    '{"a":{"__proto__":1}}',
    '{"a":"\\u0000"}',
    '{"a":{"b":{"c":{"d":{"e":{"f":{}}}}}}}',
    `{"a":"${'x'.repeat(66_000)}"}`,
    '{"id":"mine"}',
    '{"name":"hidden"}',
    '[]',
    'null',
    'x',
  ])('are refused (%#)', async (freeFields) => {
    const who = caller();
    const refusal = { code: 'validation_failed' };
    await expect(create(who, { freeFields })).rejects.toMatchObject(refusal);
    const { id } = await create(who);
    const patching = product.materials.updateMaterial({ id, patch: { freeFields }, fields: ['a'] }, who);
    await expect(patching).rejects.toMatchObject(refusal);
    expect(await totalOf(who)).toBe(1);
  });

  test('are refused when changes that are small enough make them too large together', async () => {
    const who = caller();
    const { id } = await create(who, { freeFields: JSON.stringify({ a: 'x'.repeat(40_000) }) });
    const patch = { freeFields: JSON.stringify({ b: 'x'.repeat(40_000) }) };
    const patching = product.materials.updateMaterial({ id, patch, fields: ['b'] }, who);
    await expect(patching).rejects.toMatchObject({ code: 'validation_failed', issues: [{ loc: ['body'] }] });
  });
});

describe('refId', () => {
  test('is unique in its org, and free again once given up', async () => {
    const who = caller();
    const first = await create(who, { refId: 'FAB-1' });
    const taken = { code: 'conflict', message: 'Material with refId FAB-1 exists already' };
    await expect(create(who, { refId: 'FAB-1' })).rejects.toMatchObject(taken);
    const second = await create(who);
    const take = () =>
      product.materials.updateMaterial({ id: second.id, patch: { refId: 'FAB-1' }, fields: ['refId'] }, who);
    await expect(take()).rejects.toMatchObject(taken);
    await product.materials.updateMaterial({ id: first.id, patch: {}, fields: ['refId'] }, who);
    expect(await take()).toMatchObject({ record: { refId: 'FAB-1' } });
    await create(caller(), { refId: 'FAB-1' });
  });

  test('that a file has twice refuses the file', async () => {
    const who = caller();
    const materials = [{ name: 'a', refId: 'R' }, { name: 'b' }, { name: 'c', refId: 'R' }];
    await expect(product.materials.importMaterials({ materials }, who)).rejects.toMatchObject({ code: 'conflict' });
    expect(await totalOf(who)).toBe(0);
  });
});

describe('the supplier', () => {
  test('is named as it is called now', async () => {
    const who = caller();
    const supplier = await createSupplier(who);
    const { id, supplierName } = await create(who, { supplierId: supplier.id });
    expect(supplierName).toBe('Mill');
    await product.suppliers.updateSupplier({ id: supplier.id, patch: { name: 'Weaver' }, fields: ['name'] }, who);
    expect(await product.materials.getMaterial({ id }, who)).toMatchObject({ record: { supplierName: 'Weaver' } });
    const listed = await product.materials.listMaterials({ ...query(), supplierId: supplier.id }, who);
    expect(listed.data).toMatchObject([{ id, supplierName: 'Weaver' }]);
    const change = { id, patch: { unit: 'yd' }, fields: ['unit'] };
    expect(await product.materials.updateMaterial(change, who)).toMatchObject({ record: { supplierName: 'Weaver' } });
    const [created, updated] = await envelopesOf(product.store, id);
    expect([created.data.supplierName, updated.data.supplierName]).toEqual(['Mill', 'Weaver']);
    expect(updated.previous).toEqual({ unit: 'm' });
  });

  test('must exist, in the same org', async () => {
    const who = caller();
    const theirs = await createSupplier(caller());
    const { id } = await create(who);
    for (const supplierId of [theirs.id, 'none', '']) {
      const expected = expect.objectContaining({
        code: 'validation_failed',
        issues: [
          expect.objectContaining({
            loc: ['body', 'supplierId'],
            input: supplierId,
            msg: expect.stringContaining('POST /api/v1/suppliers'),
          }),
        ],
      });
      await expect(create(who, { supplierId })).rejects.toEqual(expected);
      const patching = product.materials.updateMaterial({ id, patch: { supplierId }, fields: ['supplierId'] }, who);
      await expect(patching).rejects.toEqual(expected);
    }
    const importing = product.materials.importMaterials({ materials: [twill, { ...twill, supplierId: 'none' }] }, who);
    await expect(importing).rejects.toMatchObject({ issues: [{ loc: ['body', 'materials', '1', 'supplierId'] }] });
    expect(await totalOf(who)).toBe(1);
  });

  test('cannot be deleted until no material names it', async () => {
    const who = caller();
    const [{ id }, other] = [await createSupplier(who), await createSupplier(who)];
    const named = [];
    for (const name of ['Twill', 'Denim', 'Rib']) named.push((await create(who, { name, supplierId: id })).id);
    const [twillOfIt = '', denim = '', rib = ''] = named;
    const deleting = () => product.suppliers.deleteSupplier({ id }, who);
    const message = 'Supplier is in use by material Twill, material Denim, material Rib';
    await expect(deleting()).rejects.toMatchObject({ code: 'in_use', message });
    await product.materials.deleteMaterial({ id: twillOfIt }, who);
    await product.materials.updateMaterial({ id: denim, patch: {}, fields: ['supplierId'] }, who);
    const move = { id: rib, patch: { supplierId: other.id }, fields: ['supplierId'] };
    await product.materials.updateMaterial(move, who);
    expect(await deleting()).toMatchObject({ deletedId: id });
  });

  test('that is archived may still be named', async () => {
    const who = caller();
    const { id } = await createSupplier(who);
    await product.suppliers.archiveSupplier({ id }, who);
    expect(await create(who, { supplierId: id })).toMatchObject({ supplierName: 'Mill' });
  });
});
