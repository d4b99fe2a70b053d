import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { searchTextOf } from '#chassis/domain/folded-text.ts';
import { type ProductService, startProduct } from '../integration/product/product-service.ts';
import { type Caller, caller, query } from '../support/service/callers.ts';

let product: ProductService;
beforeAll(async () => {
  product = await startProduct();
}, 30_000);
afterAll(() => product.close());

async function addStyle(by: Caller, style: { name: string; refId?: string }): Promise<string> {
  const { record } = await product.styles.createStyle({ style }, by);
  return record?.id as string;
}

async function addBom(by: Caller, styleId: string): Promise<string> {
  const { record } = await product.boms.createBom({ bom: { styleId } }, by);
  return record?.documentId as string;
}

async function find(by: Caller, search: string, more: object = {}): Promise<{ found: string[]; total: number }> {
  const { query: page } = query({ search });
  const { data, total } = await product.boms.listBoms({ query: page, ...more }, by);
  return { found: data.map(({ documentId }) => documentId).sort(), total };
}

const only = (...found: string[]) => ({ found: found.sort(), total: found.length });

test('BOMs are found by their number and by the name and refId of their style, in any case and literally', async () => {
  const by = caller();
  const jeans = await addStyle(by, { name: 'Wide (Jeans) 50%', refId: 'W-77' });
  const shirt = await addStyle(by, { name: 'Shirt.*' });
  const [first, second, third] = [await addBom(by, jeans), await addBom(by, jeans), await addBom(by, shirt)];
  expect(await find(by, 'wide (jeans)')).toEqual(only(first, second));
  expect(await find(by, 'w-77')).toEqual(only(first, second));
  expect(await find(by, '.*')).toEqual(only(third));
  expect(await find(by, third.toLowerCase())).toEqual(only(third));
  expect(await find(by, 'BOM-')).toEqual(only(first, second, third));
  // The number of a style is not its name.
  for (const none of ['nothing', 'STY-']) expect(await find(by, none)).toEqual(only());
  expect(await find(by, 'jeans', { status: 'approved' })).toEqual(only());
  await product.styles.updateStyle({ id: shirt, patch: { name: 'After' }, fields: ['name'] }, by);
  expect([await find(by, 'after'), await find(by, 'shirt')]).toEqual([only(third), only()]);
});

test('a search finds no BOM of another org', async () => {
  const [by, other] = [caller(), caller()];
  await addBom(other, await addStyle(other, { name: 'Secret' }));
  const own = await addBom(by, await addStyle(by, { name: 'Secret' }));
  expect(await find(by, 'secret')).toEqual(only(own));
});

test('a search goes on from page to page', async () => {
  const by = caller();
  const style = await addStyle(by, { name: 'Many' });
  for (let n = 0; n < 3; n++) await addBom(by, style);
  const { query: page } = query({ search: 'many', limit: 2 });
  const { data, next, total } = await product.boms.listBoms({ query: page }, by);
  const { data: rest } = await product.boms.listBoms({ query: { ...page, after: next } }, by);
  expect([data.length, rest.length, total]).toEqual([2, 1, 3]);
});

test('a search for what too many styles are named is refused, and is no fault of the service', async () => {
  const by = caller();
  const { orgId } = by.context.principal as { orgId: string };
  const at = new Date();
  const styles = Array.from({ length: 10_001 }, (_, n) => ({
    _id: `${orgId}-${n}`,
    orgId,
    documentId: `STY-2026-${n}`,
    searchText: searchTextOf(['Common', '', `STY-2026-${n}`]),
    createdAt: at,
    updatedAt: at,
  }));
  await product.store.connection.collection('styles').insertMany(styles as never);
  await expect(find(by, 'common')).rejects.toMatchObject({
    code: 'validation_failed',
    issues: [{ type: 'value_error', loc: ['query', 'search'], input: 'common' }],
  });
});
