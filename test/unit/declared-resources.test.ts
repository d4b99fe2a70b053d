import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { resources, standardCollections } from '#proto/common/v1/resources.contract.ts';
import { rules } from '../support/access/table.ts';
import { financeLists } from '../support/lists/finance-lists.ts';
import { productLists } from '../support/lists/product-lists.ts';

/** Places where a resource is written by hand. Each failure names a resource that the place lacks. */
const names = resources.map(({ name }) => name);
const lacking = (have: (resource: (typeof resources)[number]) => boolean) =>
  resources.filter((resource) => !have(resource)).map(({ name }) => name);

test('at least 13 resources are declared, each once', () => {
  expect(names.length).toBeGreaterThanOrEqual(13);
  expect(new Set(names).size).toBe(names.length);
});

test('the access table (test/support/access/table.ts) has rules for the scope of each', () => {
  const scopes = Object.values(rules).map((rule) => (rule === 'public' ? '' : rule[1]));
  expect(lacking(({ scope }) => scopes.some((one) => one.endsWith(`:${scope}`)))).toEqual([]);
});

test('test/support/lists has the list of each standard resource', () => {
  const lists = { ...productLists, ...financeLists };
  const collections = (['product', 'finance', 'notification'] as const).flatMap(standardCollections);
  expect(collections.filter((name) => !(name in lists))).toEqual([]);
});

test.each(['docs/decisions.md', 'docs/api-changelog.md'])('%s names each', (page) => {
  const text = readFileSync(page, 'utf8').toLowerCase();
  const words = ({ title, path }: { title: string; path?: string }) => [
    title.toLowerCase(),
    path ?? title.toLowerCase(),
  ];
  expect(lacking((resource) => words(resource).some((word) => text.includes(word)))).toEqual([]);
});
