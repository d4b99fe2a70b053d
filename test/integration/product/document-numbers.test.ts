import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Caller, caller } from '../../support/service/callers.ts';
import { type ProductService, startProduct } from './product-service.ts';

const AT_ONCE = 200;

let product: ProductService;
beforeAll(async () => {
  product = await startProduct();
}, 30_000);
afterAll(() => product.close());

type Create = (who: Caller) => Promise<{ record?: { documentId: string } | null | undefined }>;

/** Prepares the records for a create of this kind, and returns the create. */
const kinds: Record<string, (who: Caller) => Promise<Create>> = {
  MAT: async () => (who) => product.materials.createMaterial({ material: { name: 'Twill' } }, who),
  STY: async () => (who) =>
    product.styles.createStyle({ style: { name: 'Parka', colors: ['navy'], sizes: ['M'] } }, who),
  BOM: async (who) => {
    const { record } = await product.styles.createStyle({ style: { name: 'Parka' } }, who);
    const bom = { styleId: record?.id ?? '' };
    return (caller) => product.boms.createBom({ bom }, caller);
  },
};

test.each(Object.entries(kinds))(
  '200 creates at once each get a %s number of their own',
  async (prefix, prepare) => {
    const who = caller();
    const create = await prepare(who);
    const created = await Promise.all(Array.from({ length: AT_ONCE }, () => create(who)));
    const numbers = created.map(({ record }) => record?.documentId ?? '');
    expect(new Set(numbers).size).toBe(AT_ONCE);
    const form = new RegExp(`^${prefix}-${new Date().getUTCFullYear()}-\\d{6}$`);
    expect(numbers.filter((number) => !form.test(number))).toEqual([]);
  },
  60_000,
);

test('imports and creates at the same moment share the numbers out', async () => {
  const who = caller();
  const names = Array.from({ length: 50 }, (_, index) => ({ name: `Material ${index}` }));
  await Promise.all([
    ...Array.from({ length: 4 }, () => product.materials.importMaterials({ materials: names }, who)),
    ...Array.from({ length: 50 }, () => product.materials.createMaterial({ material: { name: 'Alone' } }, who)),
  ]);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => product.materials.listMaterials({ query: { page, limit: 100, sort: 'createdAt' } }, who)),
  );
  const numbers = pages.flatMap(({ data }) => data.map(({ documentId }) => documentId));
  expect(new Set(numbers).size).toBe(250);
}, 60_000);
