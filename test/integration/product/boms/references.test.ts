import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Caller, caller, type RunningProduct, startProduct } from '../running.ts';

let product: RunningProduct;
beforeAll(async () => {
  product = await startProduct();
}, 30_000);
afterAll(() => product.close());

async function createStyle(who: Caller): Promise<string> {
  const style = { name: 'Parka', colors: ['navy'], sizes: ['S', 'M'] };
  return (await product.styles.createStyle({ style }, who)).record?.id ?? '';
}

async function createSupplier(who: Caller): Promise<string> {
  return (await product.suppliers.createSupplier({ supplier: { name: 'Mill' } }, who)).record?.id ?? '';
}

async function createMaterial(who: Caller, fields: object = {}) {
  const { record } = await product.materials.createMaterial({ material: { name: 'Twill', ...fields } }, who);
  if (!record) throw new Error('No record');
  return record;
}

async function createBom(who: Caller): Promise<string> {
  return (await product.boms.createBom({ bom: { styleId: await createStyle(who) } }, who)).record?.id ?? '';
}

const lineOf = (materialId: string) => ({
  assignedMaterialOptions: [{ materialId }],
  chosenAssignedMaterialId: materialId,
});
const addLine = (who: Caller, id: string, materialId: string) =>
  product.boms.createBomLineItem({ id, version: '1', lineItem: lineOf(materialId) }, who);

test('a line names its material by id or number, and is filled in from it and its supplier', async () => {
  const who = caller();
  const supplierId = await createSupplier(who);
  const material = await createMaterial(who, { supplierId });
  const id = await createBom(who);
  const { record } = await addLine(who, id, material.documentId);
  expect(record).toMatchObject({
    chosenAssignedMaterialId: material.id,
    assignedMaterialOptions: [{ materialId: material.id, materialName: 'Twill', supplierId, supplierName: 'Mill' }],
  });
});

test('what a BOM refers to is not deleted while any of its versions does', async () => {
  const who = caller();
  const supplierId = await createSupplier(who);
  const { id: materialId } = await createMaterial(who, { supplierId });
  const { record: bom } = await product.boms.createBom({ bom: { styleId: await createStyle(who) } }, who);
  const { id = '', styleId = '', documentId } = bom ?? {};
  const { record: line } = await addLine(who, id, materialId);
  await product.boms.createBomVersion({ id, version: {} }, who);
  await product.boms.deleteBomLineItem({ id, version: '1', lineItemId: line?.id ?? '' }, who);

  const inUse = (name: string) => ({ code: 'in_use', message: expect.stringContaining(name) });
  await expect(product.materials.deleteMaterial({ id: materialId }, who)).rejects.toMatchObject(
    inUse(`bom ${documentId}-V2`),
  );
  await expect(product.suppliers.deleteSupplier({ id: supplierId }, who)).rejects.toMatchObject({ code: 'in_use' });
  await expect(product.styles.deleteStyle({ id: styleId }, who)).rejects.toMatchObject(inUse(`bom ${documentId}`));

  await product.boms.replaceBomLineItems({ id, version: '2', lineItems: [] }, who);
  await product.materials.deleteMaterial({ id: materialId }, who);
  await product.boms.deleteBom({ id }, who);
  await product.styles.deleteStyle({ id: styleId }, who);
});

test('a material that is deleted while lines come to name it either stays or is named by none', async () => {
  const who = caller();
  const id = await createBom(who);
  const { id: materialId } = await createMaterial(who);
  const [deleted, ...added] = await Promise.allSettled([
    product.materials.deleteMaterial({ id: materialId }, who),
    ...Array.from({ length: 5 }, () => addLine(who, id, materialId)),
  ]);
  const lines = added.filter(({ status }) => status === 'fulfilled').length;
  expect(deleted?.status).toBe(lines === 0 ? 'fulfilled' : 'rejected');
  const { record } = await product.boms.getBomVersion({ id, version: '1' }, who);
  expect(record?.lineItems).toHaveLength(lines);
});

test('usage names the style, its kits and those that hold one of its SKUs', async () => {
  const who = caller();
  const { record: bom } = await product.boms.createBom({ bom: { styleId: await createStyle(who) } }, who);
  const { id = '', styleId = '' } = bom ?? {};
  const own = (await product.styles.getStyle({ id: styleId }, who)).record?.skus ?? [];
  const other = (await product.styles.getStyle({ id: await createStyle(who) }, who)).record;
  const holder = other?.skus[0];
  const bundle = [{ skuId: own[0]?.id ?? '', quantity: 2 }];
  await product.styles.setKit({ id: other?.id ?? '', skuId: holder?.id ?? '', kittedBundle: bundle }, who);
  // Of the style and of one of its SKUs, and named once.
  await product.styles.setKit({ id: styleId, skuId: own[1]?.id ?? '', kittedBundle: bundle }, who);
  const usage = await product.boms.getBomUsage({ id }, who);
  expect(usage.items.map(({ type, id: of, name }) => [type, of, name])).toEqual([
    ['style', styleId, 'Parka'],
    ['kit', own[1]?.id, own[1]?.documentId],
    ['kit', holder?.id, holder?.documentId],
  ]);
});

test("the cost drifts with the material's own cost", async () => {
  const who = caller();
  const { id: materialId } = await createMaterial(who, { costInNativeCurrency: 3, nativeCurrency: 'EUR' });
  await product.exchangeRates.putExchangeRates({ rates: { EUR: '2' } }, who);
  const id = await createBom(who);
  const priced = {
    ...lineOf(materialId),
    grossConsumption: 10,
    materialCostInNativeCurrency: 2,
    nativeCurrency: 'EUR',
  };
  await product.boms.createBomLineItem({ id, version: '1', lineItem: priced }, who);
  const { total } = await product.boms.getBomCost({ id, version: '1' }, who);
  expect(total).toMatchObject({
    costInUsd: 40,
    todayInUsd: 60,
    drift: { ratesInUsd: 0, materialsInUsd: 20, totalInUsd: 20 },
  });
});
