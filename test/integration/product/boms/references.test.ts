import { describe, expect, test } from '@jest/globals';
import { type Caller, caller, query, recordOf } from '../../../support/service/callers.ts';
import { openProduct } from '../product-service.ts';

const product = await openProduct();

const createSupplier = async (who: Caller) =>
  (await recordOf(product.suppliers.createSupplier({ supplier: { name: 'Mill' } }, who))).id;
const createMaterial = (who: Caller, fields: object = {}) =>
  recordOf(product.materials.createMaterial({ material: { name: 'Twill', ...fields } }, who));
async function createBom(who: Caller) {
  const style = { name: 'Parka', colors: ['navy'], sizes: ['S', 'M'] };
  const { id: styleId } = await recordOf(product.styles.createStyle({ style }, who));
  return recordOf(product.boms.createBom({ bom: { styleId } }, who));
}

const lineOf = (materialId: string) => ({
  assignedMaterialOptions: [{ materialId }],
  chosenAssignedMaterialId: materialId,
});
const addLine = (who: Caller, id: string, materialId: string) =>
  product.boms.createBomLineItem({ id, version: '1', lineItem: lineOf(materialId) }, who);

test('what a BOM refers to is not deleted while any of its versions does', async () => {
  const who = caller();
  const supplierId = await createSupplier(who);
  const { id: materialId, documentId: number } = await createMaterial(who, { supplierId });
  const { id, styleId = '', documentId } = await createBom(who);
  const { record: line } = await addLine(who, id, number);
  expect(line).toMatchObject({
    chosenAssignedMaterialId: materialId,
    assignedMaterialOptions: [{ materialId, materialName: 'Twill', supplierId, supplierName: 'Mill' }],
  });
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

test('BOMs are found by a material of a line of any version, in their org', async () => {
  const [who, stranger] = [caller(), caller()];
  const { id: materialId } = await createMaterial(who);
  const { id: other } = await createMaterial(who);
  const [one, two] = [await createBom(who), await createBom(who)];
  await addLine(who, one.id, materialId);
  await addLine(who, one.id, other);
  await product.boms.submitBom({ id: one.id }, who);
  await product.boms.createBomVersion({ id: one.id, version: {} }, who);
  await product.boms.replaceBomLineItems({ id: one.id, version: '2', lineItems: [] }, who);
  await addLine(who, two.id, materialId);
  const found = async (filter: object, by: Caller = who) => {
    const { data, total } = await product.boms.listBoms({ ...query({ sort: 'createdAt' }), ...filter }, by);
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await found({ materialId })).toEqual([one.id, two.id]);
  expect(await found({ materialId: other })).toEqual([one.id]);
  expect(await found({ materialId, styleId: two.styleId })).toEqual([two.id]);
  expect(await found({ materialId, status: 'submitted' })).toEqual([]);
  expect(await found({ materialId }, stranger)).toEqual([]);
  expect(await found({ materialId: 'none' })).toEqual([]);

  const styles = async (filter: object, by: Caller = who) => {
    const { data, total } = await product.styles.listStyles({ ...query({ sort: 'createdAt' }), ...filter }, by);
    expect(total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await styles({ materialId })).toEqual([one.styleId, two.styleId]);
  expect(await styles({ materialId: other, status: 'active' })).toEqual([one.styleId]);
  expect(await styles({ materialId: 'none' })).toEqual([]);
  expect(await styles({ materialId }, stranger)).toEqual([]);
  const { orgId } = who.context.principal;
  const { id: clientId } = await recordOf(
    product.clients.createClient(
      { client: { name: 'Nordwind', country: 'DK', maxAccountValue: 1, currency: 'EUR' } },
      who,
    ),
  );
  await product.styles.updateStyle(
    { id: one.styleId ?? '', patch: { clientId, colors: [], sizes: [] }, fields: ['clientId'] },
    who,
  );
  const client = caller({ orgId, role: 'client', clientId });
  expect(await styles({}, client)).toEqual([one.styleId]);
  expect(await styles({ materialId }, client)).toEqual([]);
});

describe("a material's SKU", () => {
  const choiceOf = (materialId: string, skuId: string) => ({
    assignedMaterialOptions: [{ materialId, skuId }],
    chosenAssignedMaterialId: materialId,
    chosenAssignedSkuId: skuId,
  });
  const choose = (who: Caller, id: string, materialId: string, skuId: string, version = '1') =>
    product.boms.createBomLineItem({ id, version, lineItem: choiceOf(materialId, skuId) }, who);
  const setSkus = (who: Caller, id: string, skus: object[]) =>
    product.materials.updateMaterial({ id, patch: { skus }, fields: ['skus'] }, who);

  async function materialWithSkus(who: Caller) {
    const { id, skus } = await createMaterial(who, { skus: [{ code: 'NAVY' }, { code: 'RED' }] });
    const [navy, red] = skus.map((sku) => sku.id);
    return { materialId: id, navy: navy ?? '', red: red ?? '' };
  }

  test('that a line has chosen is not dropped while any version does, whatever the status', async () => {
    const who = caller();
    const { materialId, navy, red } = await materialWithSkus(who);
    const { id, documentId } = await createBom(who);
    const { record: line } = await choose(who, id, materialId, navy);
    await product.boms.submitBom({ id }, who);
    await product.boms.createBomVersion({ id, version: {} }, who);
    const drop = (...left: string[]) =>
      setSkus(
        who,
        materialId,
        left.map((sku) => ({ id: sku })),
      );

    const both = `${documentId}-V1, bom ${documentId}-V2`;
    await expect(drop(red)).rejects.toMatchObject({ code: 'in_use', message: `SKU NAVY is in use by bom ${both}` });
    await expect(drop()).rejects.toMatchObject({ code: 'in_use', message: expect.stringContaining(both) });
    await product.boms.replaceBomLineItems({ id, version: '2', lineItems: [] }, who);
    await expect(drop(red)).rejects.toMatchObject({ message: `SKU NAVY is in use by bom ${documentId}-V1` });
    expect((await drop(navy)).record?.skus).toMatchObject([{ id: navy }]);
    const { record: version } = await product.boms.getBomVersion({ id, version: '1' }, who);
    expect(version?.lineItems).toMatchObject([{ id: line?.id, chosenAssignedSkuId: navy }]);

    await product.boms.deleteBom({ id }, who);
    expect((await drop()).record?.skus).toEqual([]);
  });

  test('that lines are offered and have not chosen may be dropped, and what was read is sent back', async () => {
    const who = caller();
    const { materialId, navy, red } = await materialWithSkus(who);
    const { id } = await createBom(who);
    const { record: line } = await choose(who, id, materialId, navy);
    const lineItem = { ...choiceOf(materialId, navy), assignedMaterialOptions: [{ materialId, skuId: red }] };
    await product.boms.updateBomLineItem(
      { id, version: '1', lineItemId: line?.id ?? '', patch: lineItem, fields: Object.keys(lineItem) },
      who,
    );
    await setSkus(who, materialId, [{ id: navy }]);
    const lineItems = (await product.boms.getBomVersion({ id, version: '1' }, who)).record?.lineItems;
    const again = [{ ...lineItem, id: line?.id, assignedMaterialOptions: lineItems?.[0]?.assignedMaterialOptions }];
    const sent = { id, version: '1', lineItems: again } as Parameters<typeof product.boms.replaceBomLineItems>[0];
    expect((await product.boms.replaceBomLineItems(sent, who)).record?.lineItems).toEqual(lineItems);
  });
});

test("the cost drifts with the material's own cost", async () => {
  const who = caller();
  const { id: materialId } = await createMaterial(who, { costInNativeCurrency: 3, nativeCurrency: 'EUR' });
  await product.exchangeRates.putExchangeRates({ rates: { EUR: '2' } }, who);
  const { id } = await createBom(who);
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
