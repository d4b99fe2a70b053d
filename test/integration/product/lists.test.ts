import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RecordState } from '#chassis/domain/record.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { RecordStore } from '#chassis/records/records.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { dropStore, openTestStore, sharedMongo, startEngine, type TestMongo } from '../../support/backends/mongo.ts';
import { CHANGED_LATELY, FEW, fill, LATELY, RARE } from '../../support/lists/fill.ts';
import { financeLists } from '../../support/lists/finance-lists.ts';
import type { Listed } from '../../support/lists/listed.ts';
import { productLists } from '../../support/lists/product-lists.ts';
import { countsKeys, plansOf, type ReadPlan, watched } from '../../support/read-plans.ts';

/**
 * Materials have the most filters and indexes, so they are tested with the most records. The other lists use the same
 * code, and are tested with fewer records: the test counts the examined keys, and not the time. For a manual run of all
 * lists with 100,000 records: `LIST_RECORDS=100000 npm test -- test/integration/product/lists`.
 */
const { LIST_RECORDS } = process.env;
const MANY = Number(LIST_RECORDS ?? 10_000);
const FEWER = Number(LIST_RECORDS ?? 2_500);
const LIMIT = 10;

const lists = Object.entries<Listed>({ ...productLists, ...financeLists });

let mongo: TestMongo;
let store: Store;
let records: RecordStore;

beforeAll(async () => {
  mongo = await sharedMongo();
  store = await openTestStore({ url: watched(mongo.url) });
  await store.start();
  if (await countsKeys(store)) return;
  // An engine on top of another database explains reads in other words, and counts no keys.
  await dropStore(store);
  await mongo.stop();
  mongo = await startEngine();
  store = await openTestStore({ url: watched(mongo.url) });
}, 30_000);
afterAll(async () => {
  await dropStore(store);
  await mongo.stop();
}, 30_000);

describe.each(lists)('the list of %s', (name, listed) => {
  const size = name === 'materials' ? MANY : FEWER;
  const { rare, clients, conditions = [] } = listed;
  const { sorts, otherSorts = [], ranges = [], filters, searches = [] } = listed.of;
  const findsOfPage = listed.isWeighed ? 2 : 1;
  let repository: ReturnType<Listed['open']>;
  const list: typeof repository.list = (...asked) => repository.list(...asked);

  const read = (orgId: string, query: object = {}, filter: object = {}): Promise<[ReadPlan, ...ReadPlan[]]> => {
    const asked = { page: 1, limit: LIMIT, sort: '-createdAt', ...query };
    return plansOf(store, name, () => list(orgId, asked, filter)) as Promise<[ReadPlan, ...ReadPlan[]]>;
  };

  /** All records of the org, by as many reads as that takes. */
  async function everything(orgId: string): Promise<RecordState[]> {
    const found: RecordState[] = [];
    for (let after: string | undefined, isFirst = true; isFirst || after !== undefined; isFirst = false) {
      const { data, next } = await list(orgId, { page: 1, limit: 1_000, sort: 'createdAt', after });
      found.push(...data);
      after = next;
    }
    return found;
  }

  beforeAll(async () => {
    records = { store, references: openReferences(store) };
    repository = listed.open(records);
    await store.start();
    await fill(store, name, listed, { orgId: 'large', count: size });
    await fill(store, name, listed, { orgId: 'small', count: FEW, allRare: true });
  }, 120_000);

  const orders = sorts.flatMap((sort) => [sort, `-${sort}`]);

  test('has a rare value for each filter that the reference names', () => {
    expect(Object.keys(rare).sort()).toEqual(Object.keys(filters).sort());
  });

  describe.each(orders)('by %s', (sort) => {
    test.each(['large', 'small'])(
      'reads the first page of the %s org off an index, and its total off the kept one',
      async (orgId) => {
        const reads = await read(orgId, { sort });
        expect(reads).toMatchObject(Array(findsOfPage).fill({ command: 'find', returned: LIMIT }));
        for (const find of reads) expectIndexed(find, LIMIT);
      },
    );

    test('walks to a page in the middle of the first hundred, and to the last from the end', async () => {
      const [middle] = await read('large', { sort, page: 50 });
      expectIndexed(middle, 50 * LIMIT);
      const [last] = await read('large', { sort, page: Math.ceil(size / LIMIT) });
      expect(last.returned).toBe(LIMIT);
      expectIndexed(last, LIMIT);
    });

    test('goes on from where a page ended, however far that is', async () => {
      const { next } = await list('large', { page: 20, limit: LIMIT, sort });
      const [following] = await read('large', { sort, after: next });
      expect(following.returned).toBe(LIMIT + 1);
      // Two more records: the last one of the previous page, and the one that shows that there is a next page.
      expectIndexed(following, LIMIT + 2);
    });

    test.each(Object.entries(rare))('with %s %s reads what matches alone', async (field, value) => {
      for (const [orgId, matches] of [
        ['large', RARE],
        ['small', FEW],
      ] as const) {
        const reads = await read(orgId, { sort }, { [field]: value });
        const { finds, count } = byCommand(reads, findsOfPage);
        for (const find of finds) {
          expect(find.returned).toBe(LIMIT);
          if (conditions.includes(field)) expectIndexed({ ...find, sortsInMemory: false }, matches);
          else expectIndexed(find, LIMIT);
        }
        expectIndexed(count, matches);
      }
    });

    test('with all filters at once reads no more than what matches one', async () => {
      const { finds, count } = byCommand(await read('large', { sort }, rare), findsOfPage);
      for (const find of finds) {
        expect(find.returned).toBe(LIMIT);
        expectIndexed(find, RARE);
      }
      expectIndexed(count, RARE);
    });

    test('finds what changed lately among the changed', async () => {
      const since = new Date(LATELY).toISOString();
      const { finds, count } = byCommand(await read('large', { sort, updatedSince: since }), findsOfPage);
      for (const find of finds) {
        expect(find.returned).toBe(CHANGED_LATELY);
        // There are so few matches that sorting them is cheaper than reading a sorted index.
        expect(find.keysExamined).toBeLessThanOrEqual(CHANGED_LATELY + SLACK);
      }
      expect(count.keysExamined).toBeLessThanOrEqual(CHANGED_LATELY + SLACK);
    });
  });

  test.each(otherSorts.flatMap((sort) => [sort, `-${sort}`]))(
    'by %s reads the first page and the following off an index',
    async (sort) => {
      const reads = await read('large', { sort });
      expect(reads).toMatchObject(Array(findsOfPage).fill({ command: 'find', returned: LIMIT }));
      for (const find of reads) expectIndexed(find, LIMIT);
      const first = await list('large', { page: 1, limit: LIMIT, sort });
      const second = await list('large', { page: 1, limit: LIMIT, sort, after: first.next });
      expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(2 * LIMIT);
      const [following] = await read('large', { sort, after: first.next });
      // Clients and materials have no sort key of an amount: records before the page that share it are passed over.
      expectIndexed(following, LIMIT + 2 + (name in productLists ? LIMIT : 0));
    },
  );

  test.each(ranges)('in a range of %s reads what is in it alone, and is of its org', async (field) => {
    const all = await everything('large');
    const times = [...new Set(all.map((one) => momentOf(one, field)))].sort((a, b) => a - b);
    const [first = 0, last = first] = [times[2] ?? times[0], times[11]];
    const expected = all.filter((one) => momentOf(one, field) >= first && momentOf(one, field) <= last);
    const ranges = [{ field, from: new Date(first).toISOString(), to: new Date(last).toISOString() }];
    const found = await list('large', { page: 1, limit: 1_000, sort: field, ranges });
    expect(found.total).toBe(expected.length);
    expect(new Set(found.data.map(({ id }) => id)).isSubsetOf(new Set(expected.map(({ id }) => id)))).toBe(true);
    const { finds, count } = byCommand(await read('large', { sort: field, ranges }), findsOfPage);
    for (const find of finds) expectIndexed(find, Math.min(LIMIT, expected.length));
    expect(count.keysExamined).toBeLessThanOrEqual(expected.length + SLACK);
  });

  test('is left alone where a record is read by its id or number', async () => {
    const { data } = await list('large', { page: 1, limit: 1, sort: 'createdAt' });
    const { id, documentId } = data[0] as RecordState & { documentId?: string };
    for (const key of documentId ? [id, documentId] : [id]) {
      const [plan] = await plansOf(store, name, () => repository.get('large', key));
      expect(plan).toMatchObject({ keysExamined: 1, docsExamined: 1, returned: 1 });
    }
  });

  if (clients) {
    test.each(orders)('finds the documents of a client by two indexes, by %s', async (sort) => {
      const search = { search: clients.rare, sort };
      const plans = await read('large', search);
      // The orders of the client, the orders with the text in their own fields, and the page with both.
      const finds = plans.filter(({ command }) => command === 'find');
      expect(finds.map(({ returned }) => returned)).toEqual([RARE, 0, LIMIT]);
      expect(plans.map(({ docsExamined }) => docsExamined).every((examined) => examined <= RARE)).toBe(true);
      const { next, total } = await list('large', { ...search, page: 2, limit: LIMIT });
      expect(total).toBe(RARE);
      for (const { docsExamined } of await read('large', { ...search, after: next })) {
        expect(docsExamined).toBeLessThanOrEqual(RARE);
      }
    });

    test.each(orders)('finds the documents of a client that most are of, by %s', async (sort) => {
      const { data, next, total } = await list('large', { search: clients.usual, sort, page: 1, limit: LIMIT });
      expect(total).toBe(size - RARE);
      const following = await list('large', { search: clients.usual, sort, page: 1, limit: LIMIT, after: next });
      expect(new Set([...data, ...following.data].map(({ id }) => id)).size).toBe(2 * LIMIT);
    });
  }

  if (searches.length > 0) {
    test('searches the keys of its org, and reads the documents alone that match', async () => {
      for (const [orgId, most] of [
        ['large', size],
        ['small', FEW],
      ] as const) {
        const { find, count } = byCommand(await read(orgId, { search: 'needle' }));
        for (const plan of [find, count]) {
          expect(plan.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
          expect(plan.keysExamined).toBeLessThanOrEqual(most + SLACK);
          expect(plan.docsExamined).toBeLessThanOrEqual(CHANGED_LATELY);
        }
      }
    });

    test.each(orders)('that match most are met in the order of the list, by %s', async (sort) => {
      const { find, count } = byCommand(await read('large', { search: 'TWILL', sort }));
      expect(find.returned).toBe(LIMIT);
      // The page, and the few other records between them that do not match.
      expectIndexed(find, LIMIT + CHANGED_LATELY);
      expect(count.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
      const middle = byCommand(await read('large', { search: 'TWILL', sort, page: 50 })).find;
      expectIndexed(middle, 50 * LIMIT + CHANGED_LATELY);
    });

    test.each(orders)('that match most are gone on from in the order of the list, by %s', async (sort) => {
      const search = { search: 'TWILL', sort };
      const { next } = await list('large', { ...search, page: 20, limit: LIMIT });
      const { find, count } = byCommand(await read('large', { ...search, after: next }));
      expect(find.returned).toBe(LIMIT + 1);
      expectIndexed(find, LIMIT + 2 + CHANGED_LATELY);
      // Only as many keys as are needed to see that there are many matches.
      expect(count.keysExamined).toBeLessThan(size / 10);
    });

    test.each(orders)('that match seldom are gone on from among those that match, by %s', async (sort) => {
      const search = { search: 'needle', sort };
      const { next } = await list('large', { ...search, page: 1, limit: 1 });
      const { find } = byCommand(await read('large', { ...search, after: next }));
      expect(find.returned).toBe(CHANGED_LATELY - 1);
      expect(find.index).toEqual({ orgId: 1, searchText: 1, _id: 1 });
      expect(find.docsExamined).toBeLessThanOrEqual(CHANGED_LATELY);
    });
  }
});

const momentOf = (one: RecordState, date: string): number =>
  new Date((one as unknown as Record<string, string>)[date] ?? Number.NaN).getTime();

/** Keys that a range may examine beyond its matches. */
const SLACK = 2;

function expectIndexed({ index, sortsInMemory, keysExamined, docsExamined }: ReadPlan, needed: number): void {
  expect(Object.keys(index ?? {})[0]).toBe('orgId');
  expect(sortsInMemory).toBe(false);
  expect(keysExamined).toBeLessThanOrEqual(needed + SLACK);
  expect(docsExamined).toBeLessThanOrEqual(needed);
}

/** The reads of a filtered page: finds, and one count. */
function byCommand(reads: ReadPlan[], wantedFinds = 1): { find: ReadPlan; finds: ReadPlan[]; count: ReadPlan } {
  const of = (wanted: ReadPlan['command']) => reads.filter(({ command }) => command === wanted);
  const [finds, [count, ...counts]] = [of('find'), of('count')];
  const [find] = finds;
  if (!find || !count || finds.length !== wantedFinds || counts.length > 0)
    throw new Error(`a filtered page is ${wantedFinds} finds and one count`);
  return { find, finds, count };
}
