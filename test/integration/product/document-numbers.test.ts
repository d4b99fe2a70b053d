import { expect, test } from '@jest/globals';
import { caller } from '../../support/service/callers.ts';
import { openProduct } from './product-service.ts';

const product = await openProduct();

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
