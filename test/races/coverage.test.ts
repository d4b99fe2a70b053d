import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { races } from './table.ts';

/**
 * Each rule of the code that spans two writes must have a row in the table of races. A rule without a row fails this
 * test, by its name.
 */

const sources = globSync('services/**/*.ts').map((file) => ({ file, text: readFileSync(file, 'utf8') }));
const covered = new Set(races.flatMap(({ covers = [] }) => covers));
const rulesIn = (pattern: RegExp, ruleOf: (match: RegExpMatchArray, file: string) => string[]) =>
  new Set(sources.flatMap(({ file, text }) => [...text.matchAll(pattern)].flatMap((match) => ruleOf(match, file))));

/** Names of locks, and names that encrypted secrets are bound to. They are no targets of references. */
const LOCKS = new Set(['bom_version', 'mail', 'hashing_keys', 'exchange_rates', 'webhooks', 'signing_keys']);

/** Names of the targets to which records refer, without names of the referring records. */
const targets = rulesIn(/(?<!record: |name: )`([a-z_]+):\$\{\w*[iI]d\}`/g, ([, kind = ''], file) =>
  /repository\.ts$|kit\.ts$/.test(file) && !LOCKS.has(kind) ? [kind] : [],
);
const uniques = rulesIn(/unique: \[([^\]]+)\]/g, ([, fields = ''], file) =>
  fields.split(',').map((field) => `${field.trim().slice(1, -1)} of ${basename(dirname(file))}`),
);
const limits = rulesIn(/limitPerOrg\(store, \{\s+resource: '(\w+)'/g, ([, resource]) => [`limit of ${resource}`]);

test.each([...targets, ...uniques, ...limits])('%s has a row', (rule) => {
  expect([...covered]).toContain(rule);
});

test('rules are found', () => {
  expect([...targets]).toEqual(expect.arrayContaining(['client', 'sku', 'sales_order', 'material_sku', 'bom']));
  expect(uniques.size).toBeGreaterThan(8);
  expect(limits.size).toBe(2);
});
