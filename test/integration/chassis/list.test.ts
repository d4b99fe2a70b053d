import { beforeAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { containing, findPage, type PageQuery } from '#chassis/mongo/list.ts';
import { inTimes } from '#chassis/records/date-ranges.ts';
import { inSearchTurn } from '#chassis/records/search.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { watched } from '../../support/read-plans.ts';
import { aThing, deadRelay, type Thing, thingsOf, writeCall } from '../../support/writing.ts';
import { openFileStore } from './file-store.ts';

const { store } = await openFileStore(watched);
thingsOf(store);
await store.start();

/** Things with equal values and nulls. Some names contain characters that have a meaning in patterns. */
const things: Thing[] = Array.from({ length: 60 }, (_, n) =>
  aThing({
    name: `thing ${n} ${n % 2 ? 'a.b' : 'axb'}`,
    size: n % 7 === 0 ? null : n % 5,
    createdAt: new Date(Date.UTC(2026, 0, 1 + (n % 4))),
  }),
);
const foreign = aThing({ orgId: 'o2' });

beforeAll(() =>
  createWriter({ store, service: 'product', relay: deadRelay() }).create(writeCall(), async (tx) => {
    await thingsOf(store).insertMany([...things, foreign], { session: tx.session, lean: true });
    tx.count('things', things.length);
    tx.count('things', 1, 'o2');
  }),
);

const page = (query: Partial<PageQuery>) =>
  findPage(thingsOf(store), {
    filter: { orgId: 'o1' },
    sort: '-createdAt',
    page: 1,
    limit: 10,
    total: 'kept',
    ...query,
  });
const idsOf = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id);

/** Expected order of the whole list: nulls first, equal values by id. A minus reverses both. */
function sorted(field: 'name' | 'size' | 'createdAt', direction: 1 | -1): string[] {
  const rank = (value: Thing[typeof field]) => (value === null ? Number.NEGATIVE_INFINITY : value);
  const compare = (a: Thing, b: Thing) => {
    const [x, y] = [rank(a[field]), rank(b[field])];
    if (Number(x) === Number(y) || x === y) return a._id < b._id ? -1 : 1;
    return x < y ? -1 : 1;
  };
  return things
    .toSorted((a, b) => direction * (field === 'name' ? (a.name < b.name ? -1 : 1) : compare(a, b)))
    .map(({ _id }) => _id);
}

const sorts = ['name', 'size', 'createdAt'].flatMap((field) => [field, `-${field}`]);
const expected = (sort: string) =>
  sorted(sort.replace('-', '') as 'name' | 'size' | 'createdAt', sort.startsWith('-') ? -1 : 1);

describe.each(sorts)('sorted by %s', (sort) => {
  test('numbered pages of any size make up the list, without overlap or gap', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 7, max: 61 }), async (limit) => {
        const pages = Array.from({ length: Math.ceil(60 / limit) }, (_, n) => page({ sort, limit, page: n + 1 }));
        const all = await Promise.all(pages);
        expect(all.flatMap(idsOf)).toEqual(expected(sort));
        expect(all.every(({ total }) => total === 60)).toBe(true);
      }),
      { numRuns: 5 },
    );
  });

  test('each page leads to the next, and the last to none', async () => {
    const ids: string[] = [];
    let current = await page({ sort, limit: 7 });
    for (;;) {
      ids.push(...idsOf(current));
      if (current.next === undefined) break;
      current = await page({ sort, limit: 7, after: current.next });
    }
    expect(ids).toEqual(expected(sort));
  });
});

test('a page past the end is empty and knows the total', async () => {
  expect(await page({ page: 7 })).toEqual({ data: [], total: 60 });
  expect(await page({ page: 9999, limit: 100 })).toEqual({ data: [], total: 60 });
});

test('a cursor that is none of ours is refused', async () => {
  for (const after of [
    '',
    'x',
    Buffer.from('[{}, "a"]').toString('base64url'),
    Buffer.from('[1]').toString('base64url'),
  ]) {
    await expect(page({ after })).rejects.toMatchObject({ code: 'validation_failed' });
  }
});

test('a filter is counted, and another org never is', async () => {
  const filter = { orgId: 'o1', size: 3 };
  const found = await page({ filter, total: 'counted' });
  expect(found.total).toBe(things.filter(({ size }) => size === 3).length);
  expect(await page({ filter: { orgId: 'o2' } })).toMatchObject({ data: [foreign], total: 1 });
});

test('a search is taken literally, without case and accents', async () => {
  const search = (text: string) => page({ filter: { orgId: 'o1', ...containing(text, ['name']) }, total: 'counted' });
  expect((await search('Thíng')).total).toBe(60);
  expect((await search('\u0301')).total).toBe(60);
  expect((await search('THING')).total).toBe(60);
  expect((await search('a.b')).total).toBe(30);
  expect((await search('.*')).total).toBe(0);
  expect((await search('')).total).toBe(60);
});

test('a record that is created while a search is made is no reason to miss another', async () => {
  const names = Array.from({ length: 16 }, (_, n) => `found ${String(n).padStart(2, '0')}`);
  const [latest, ...others] = names.map((name) => aThing({ orgId: 'o4', name })).reverse();
  const model = thingsOf(store);
  await model.insertMany(others, { lean: true });
  const counting = jest.spyOn(model, 'countDocuments').mockImplementationOnce((filter) => {
    const counted = model.collection.countDocuments(filter as never);
    return {
      exec: () => counted.then((count) => model.insertMany([latest], { lean: true }).then(() => count)),
    } as never;
  });
  const search = { filter: { orgId: 'o4', ...containing('found', ['name']) }, total: 'counted' } as const;
  const { data, total } = await page({ ...search, sort: 'name', page: 2, hint: { orgId: 1, name: 1 } });
  counting.mockRestore();
  expect(total).toBe(15);
  // The record that was created during the search may be on the page or not. All others must be there.
  expect(data.map(({ name }) => name).slice(0, 5)).toEqual(names.slice(10, 15));
});

test('changes since a moment include that moment, and are in all ranges', () => {
  const [first, second, last] = [1, 2, 8_640_000_000_000].map((day) => new Date(day * 1_000)) as [Date, Date, Date];
  const [from, to] = [first.toISOString(), second.toISOString()];
  expect(inTimes([], from)).toEqual({ updatedAt: { $gte: first, $lte: last } });
  expect(inTimes([{ field: 'updated_at', from: to }], from)).toEqual({ updatedAt: { $gte: second, $lte: last } });
  expect(inTimes([{ field: 'created_at', from, to }])).toEqual({ createdAt: { $gte: first, $lte: second } });
  expect(inTimes()).toEqual({});
  expect(() => inTimes([{ field: 'notes' }])).toThrow(expect.objectContaining({ code: 'validation_failed' }));
});

test('a page holds no more than is read at once, and leads on; one record is never too large', async () => {
  const large = Array.from({ length: 9 }, (_, n) =>
    aThing({ orgId: 'large', name: String(n).padEnd(n === 5 ? 1_500_000 : 400_000, 'x'), createdAt: new Date(n) }),
  );
  await thingsOf(store).collection.dropIndex('orgId_1_name_1');
  for (const thing of large) await thingsOf(store).collection.insertOne(thing as never);
  const query = { filter: { orgId: 'large' }, sort: 'createdAt', total: 'counted' } as const;
  const pages = [await page(query)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await page({ ...query, after: next }));
  expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1, 1, 2, 1]);
  expect(pages.flatMap(idsOf)).toEqual(large.map(({ _id }) => _id));
  expect(pages[0]?.total).toBe(9);
  const lastOnes = await page({ ...query, page: 2, limit: 5 });
  expect(idsOf(lastOnes)).toEqual(large.slice(5, 6).map(({ _id }) => _id));
});

describe('of records that may be very large', () => {
  /** Number of records in each batch that the database returns, without batches that contain only sizes. */
  async function batchesOf(orgId: string, nameLengths: number[]): Promise<number[]> {
    for (const length of nameLengths)
      await thingsOf(store).collection.insertOne(aThing({ orgId, name: 'x'.repeat(length) }) as never);
    const replies: { cursor?: { firstBatch?: object[]; nextBatch?: object[] } }[] = [];
    const client = store.connection.getClient();
    const note = ({ reply }: { reply: object }) => void replies.push(reply);
    client.on('commandSucceeded', note);
    const query = { filter: { orgId }, sort: 'createdAt', total: 'kept', limit: nameLengths.length } as const;
    await page({ ...query, isWeighed: true }).finally(() => client.off('commandSucceeded', note));
    const batches = replies.map(({ cursor }) => cursor?.firstBatch ?? cursor?.nextBatch ?? []);
    return batches.filter(([first]) => first && !('bytes' in first)).map(({ length }) => length);
  }

  test('those that are large are read one by one', async () => {
    // First a read outside the queue, of one record that is too large for it. Then a read in the queue: three records
    // fit into the page, and the fourth does not.
    expect(await batchesOf('huge', Array(6).fill(300_000))).toEqual([1, 1, 1, 1, 1]);
  });

  test('those that are small are read together', async () => {
    expect(await batchesOf('tiny', Array(8).fill(100))).toEqual([8]);
    // Two of these records together are small, but not all four. The page is then read again in the queue.
    expect(await batchesOf('middling', Array(4).fill(100_000))).toEqual([2, 2, 2, 2]);
  });
});

test('large pages are read one at a time for each org, and small ones meanwhile', async () => {
  const many = (orgId: string, name: string) => Array.from({ length: 5 }, () => aThing({ orgId, name }));
  const things = [...many('loud', 'x'.repeat(200_000)), ...many('quiet', 'x')];
  for (const thing of things) await thingsOf(store).collection.insertOne(thing as never);
  const query = { sort: 'createdAt', total: 'counted' } as const;
  const order: string[] = [];
  const read = (orgId: string) => page({ ...query, filter: { orgId } }).then(() => order.push(orgId));
  const loud = Array.from({ length: 20 }, () => read('loud'));
  await read('quiet');
  await Promise.all(loud);
  // If the small page had waited behind all large pages, it would be the last.
  expect(order.indexOf('quiet')).toBeLessThan(order.length - 5);
});

test('deep pages are walked to from the nearer end', async () => {
  const many = Array.from({ length: 2500 }, () => aThing({ orgId: 'o3' }));
  await thingsOf(store).insertMany(many, { lean: true });
  const deep = (number: number) =>
    page({ filter: { orgId: 'o3' }, sort: 'name', page: number, limit: 100, total: 'counted' });
  const names = many.map(({ name }) => name).sort();
  for (const number of [11, 13, 14, 24, 25]) {
    const { data, next } = await deep(number);
    expect(data.map(({ name }) => name)).toEqual(names.slice((number - 1) * 100, number * 100));
    expect(next === undefined).toBe(number === 25);
  }
  expect((await deep(26)).data).toEqual([]);
}, 20_000);

describe('a count', () => {
  const counted = (deadline: number) =>
    findPage(
      thingsOf(store),
      { filter: { orgId: 'o1', size: 1 }, sort: '-createdAt', page: 1, limit: 10, total: 'counted' },
      { deadline },
    );
  const tooLate = { code: 'deadline_exceeded' };

  test('takes no longer than its caller waits', async () => {
    const commands: Record<string, unknown>[] = [];
    const client = store.connection.getClient();
    const note = ({ command }: { command: Record<string, unknown> }) => void commands.push(command);
    client.on('commandStarted', note);
    const { total } = await counted(Date.now() + 5000).finally(() => client.off('commandStarted', note));
    expect(total).toBe(things.filter(({ size }) => size === 1).length);
    const count = commands.find(({ aggregate }) => aggregate === 'things');
    expect(count?.maxTimeMS).toBeGreaterThan(0);
    expect(count?.maxTimeMS).toBeLessThanOrEqual(5000);
  });

  test('that is over before it begins, or is ended by the database, comes too late', async () => {
    await expect(counted(Date.now())).rejects.toMatchObject(tooLate);
    const expired = new mongoose.mongo.MongoServerError({ message: 'operation exceeded time limit', code: 50 });
    const answer = jest.spyOn(thingsOf(store).collection, 'countDocuments').mockRejectedValue(expired);
    await expect(counted(Date.now() + 5000)).rejects.toMatchObject(tooLate);
    answer.mockRejectedValue(new Error('another'));
    await expect(counted(Date.now() + 5000)).rejects.toThrow('another');
    answer.mockRestore();
  });
});

describe('a search that its caller waits for but briefly', () => {
  const ORG = 'many';
  /** Each record is tested with this many patterns, and none matches. */
  const slow = { $or: Array.from({ length: 1_000 }, (_, n) => ({ name: { $regex: `${n}zzz` } })) };
  const search = (deadline: number) =>
    inSearchTurn(ORG, { search: 'x' }, { deadline }, () =>
      findPage(
        thingsOf(store),
        { filter: { orgId: ORG, ...slow }, sort: 'createdAt', page: 1, limit: 10, total: 'kept' },
        { deadline },
      ),
    );

  test('ends with its time, and leaves its turn to the next', async () => {
    const many = Array.from({ length: 3_000 }, () => aThing({ orgId: ORG }));
    await thingsOf(store).insertMany(many, { lean: true });
    await expect(search(Date.now() + 100)).rejects.toMatchObject({ code: 'deadline_exceeded' });
    // The timed-out search has left the queue: an org has only one search at a time, and the next one runs.
    const next = inSearchTurn(ORG, { search: 'x' }, { deadline: Date.now() + 3_000 }, async () => 'its turn');
    expect(await next).toBe('its turn');
  }, 30_000);
});
