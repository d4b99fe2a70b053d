import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Database } from '#chassis/invariants/database.ts';
import { copiedItem, digestsOf, type Fact, type Item, itemsIn } from '#chassis/invariants/facts.ts';
import { COMPARISONS, differencesOf, differingBuckets } from '../../../../../deploy/local/invariants/comparisons.ts';
import type { CheckedService, Report } from '../../../../../deploy/local/invariants/task.ts';

const NO_DATABASE = {} as Database;
const KEY = 'key of this run';
const NOW = new Date();

/** A fact whose items come in these parts. */
const factOf = (parts: Item[][]): Fact => ({
  name: 'fact',
  async *items() {
    yield* parts;
  },
});

const item = fc.record({
  of: fc.string({ maxLength: 4 }),
  says: fc.option(fc.string({ maxLength: 2 }), { nil: undefined }),
});
const items = fc.uniqueArray(item, { selector: ({ of }) => of, maxLength: 40 });
const digests = (parts: Item[][], key = KEY) => digestsOf(factOf(parts), NO_DATABASE, NOW, key);

describe('digests', () => {
  test('say nothing of the order of items, nor of the parts in which they come', () =>
    fc.assert(
      fc.asyncProperty(items, fc.nat(40), async (all, cut) => {
        const shuffled = all.toReversed();
        expect(await digests([shuffled.slice(0, cut), shuffled.slice(cut)])).toEqual(await digests([all]));
      }),
    ));

  test('are others where one item is missing, doubled or says something else', () =>
    fc.assert(
      fc.asyncProperty(items, item, async (all, extra) => {
        const rest = all.filter(({ of }) => of !== extra.of);
        const whole = await digests([rest, [extra]]);
        expect(await digests([rest])).not.toEqual(whole);
        expect(await digests([rest, [extra, extra]])).not.toEqual(whole);
        expect(await digests([rest, [{ ...extra, says: `${extra.says}!` }]])).not.toEqual(whole);
      }),
    ));

  test('are of one key alone', async () => {
    const one = [[{ of: 'client 1', says: 'revision 1' }]];
    expect(await digests(one, 'another key')).not.toEqual(await digests(one));
  });
});

describe('what two services know', () => {
  const comparison = COMPARISONS.find(({ name }) => name === 'copies') as (typeof COMPARISONS)[number];
  const part = COMPARISONS.find(({ isPart }) => isPart) as (typeof COMPARISONS)[number];

  /** Records of the findings, by looking into the buckets whose digests differ. */
  async function told({ one, other }: typeof comparison, own: Item[], others: Item[]) {
    const knows: [CheckedService, string, Item[]][] = [
      [one.services[0] as CheckedService, one.fact, own],
      [other.services[0] as CheckedService, other.fact, others],
    ];
    const reports = await Promise.all(
      knows.map(async ([service, fact, all]): Promise<Report> => {
        return { service, findings: [], broken: 0, looked: 0, digests: { [fact]: await digests([all]) } };
      }),
    );
    const asked = one.fact === part.one.fact ? part : comparison;
    const buckets = new Set(differingBuckets(asked, reports));
    const found = await Promise.all(
      knows.map(async ([service, fact, all]) => {
        const inside = itemsIn(factOf([all]), NO_DATABASE, { until: NOW, key: KEY, buckets });
        return [service, (await Array.fromAsync(inside)).map((one) => ({ fact, ...one }))] as const;
      }),
    );
    return differencesOf(asked, new Map(found)).map(({ record }) => record);
  }

  const sorted = (names: string[]) => names.sort();

  test('what only one of them knows is told, and what both say otherwise, and nothing else', () =>
    fc.assert(
      fc.asyncProperty(items, items, async (own, others) => {
        const [mine, theirs] = [new Map(own.map((one) => [one.of, one])), new Map(others.map((one) => [one.of, one]))];
        const differs = [...new Set([...mine.keys(), ...theirs.keys()])].filter((of) => {
          const [one, other] = [mine.get(of), theirs.get(of)];
          if (!one || !other) return true;
          return one.says !== undefined && other.says !== undefined && one.says !== other.says;
        });
        expect(sorted(await told(comparison, own, others))).toEqual(sorted(differs));
      }),
    ));

  test('where one may know more, only what it does not know is told', () =>
    fc.assert(
      fc.asyncProperty(items, items, async (own, others) => {
        const bare = (all: Item[]) => all.map(({ of }) => ({ of }));
        const known = new Set(others.map(({ of }) => of));
        const missing = own.map(({ of }) => of).filter((of) => !known.has(of));
        expect(sorted(await told(part, bare(own), bare(others)))).toEqual(sorted(missing));
      }),
    ));
});

describe('a copied record', () => {
  const head = { orgId: 'org', kind: 'style', id: '1', revision: 3 };
  const said = (copy: object) => copiedItem({ ...head, copy }).says;

  test('says the same in another order of fields, and with null for what is not there', () => {
    const one = { name: 'Tee', refId: null, skus: [{ id: 'a', color: 'red' }] };
    const other = { skus: [{ color: 'red', id: 'a', size: undefined }], name: 'Tee' };
    expect(said(one)).toBe(said(other));
  });

  test.each([
    ['another value', { name: 'Tees', skus: [{ id: 'a' }] }],
    ['a value more', { name: 'Tee', skus: [{ id: 'a' }], refId: '' }],
    ['another part', { name: 'Tee', skus: [{ id: 'b' }] }],
    ['parts in another order', { name: 'Tee', skus: [{ id: 'c' }, { id: 'a' }] }],
  ])('says something else with %s', (_what, copy) => {
    expect(said(copy)).not.toBe(said({ name: 'Tee', skus: [{ id: 'a' }] }));
  });

  test('says nothing where only its owner knows it', () => {
    expect(copiedItem({ ...head, copy: undefined })).toEqual({ of: 'style 1 of org org' });
  });
});
