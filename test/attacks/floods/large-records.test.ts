import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { mongo } from 'mongoose';
import { findPage, type PageQuery } from '#chassis/mongo/list.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../../support/backends/mongo.ts';
import { watched } from '../../support/read-plans.ts';
import { aThing, thingsOf } from '../../support/writing.ts';

/**
 * Number of small records, and of large records after them. With so many records, a late page is read from the end of
 * the list.
 */
const SMALL = 1_200;
const LARGE = 40;
/**
 * Maximum number of records that a page may read: the seven records of a message, and the records that the same batch
 * contains.
 */
const FEW = 30;

const things = Array.from({ length: SMALL + LARGE }, (_, n) =>
  aThing({ name: String(n).padEnd(n < SMALL ? 0 : 128 * 1024, ' '), createdAt: new Date(n) }),
);

let engine: TestMongo;
let store: Store;
let read = 0;

beforeAll(async () => {
  engine = await sharedMongo();
  store = await openTestStore({ url: watched(engine.url) });
  const { collection } = thingsOf(store);
  await store.start();
  await collection.dropIndex('orgId_1_name_1');
  await collection.insertMany(things.slice(0, SMALL) as never[]);
  for (const thing of things.slice(SMALL)) await collection.insertOne(thing as never);
  store.connection.getClient().on('commandSucceeded', ({ reply }: mongo.CommandSucceededEvent) => {
    const { firstBatch = [], nextBatch = [] } = (reply as { cursor?: Record<string, unknown[]> }).cursor ?? {};
    read += firstBatch.length + nextBatch.length;
  });
}, 60_000);
afterAll(async () => {
  await dropStore(store);
  await engine.stop();
});

async function pageOf(query: Partial<PageQuery>) {
  read = 0;
  const order = { filter: { orgId: 'o1' }, sort: 'createdAt', total: 'counted' } as const;
  const { data, next } = await findPage(thingsOf(store), { ...order, page: 1, limit: 1_000, ...query });
  return { names: data.map(({ name }) => Number(name)), after: next };
}

test('of an export of large records, few more are read at once than one message holds', async () => {
  const names: number[] = [];
  let after: string | undefined;
  do {
    const page = await pageOf(after === undefined ? {} : { after });
    if (names.length >= SMALL) expect(read).toBeLessThanOrEqual(FEW);
    names.push(...page.names);
    after = page.after;
  } while (after !== undefined);
  expect(names).toEqual(things.map(({ name }) => Number(name)));
});

test('a page that is walked to from the end is the same', async () => {
  const { names, after } = await pageOf({ page: SMALL / 40 + 1, limit: 40 });
  expect(names).toEqual([0, 1, 2, 3, 4, 5, 6].map((n) => SMALL + n));
  expect((await pageOf({ limit: 40, ...(after && { after }) })).names[0]).toBe(SMALL + 7);
});
