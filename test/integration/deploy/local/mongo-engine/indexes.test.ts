import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import mongoose from 'mongoose';
import { eventually } from '../../../../support/eventually.ts';
import { connect, failure } from './server.ts';

const { Double, Long, ObjectId } = mongoose.mongo;

type Item = Record<string, unknown>;
type Filter<T> = mongoose.mongo.Filter<T>;
type Numbered = { _id: number; a?: unknown; b?: unknown };

const server = await connect();
afterAll(() => server.stop());

const fresh = () => server.db.collection<Item>(`c${new ObjectId()}`);
const freshNumbered = () => server.db.collection<Numbered>(`c${new ObjectId()}`);

describe('unique indexes', () => {
  // If each change read all entries of the array, this test would take minutes.
  test('hold an array of very many elements, and change with it', async () => {
    const c = server.db.collection<{ _id: number; tags: number[] }>('many_tags');
    await c.createIndex({ tags: 1 }, { unique: true });
    await c.insertOne({ _id: 1, tags: Array.from({ length: 130_000 }, (_, i) => i) });
    expect(await failure(c.insertOne({ _id: 2, tags: [129_999] }))).toMatchObject({ code: 11000 });
    await c.updateOne({ _id: 1 }, { $addToSet: { tags: -1 } });
    await c.updateOne({ _id: 1 }, { $set: { 'tags.7777': -2 } });
    const holders = await Promise.all([-1, 0, 129_999, 7_777].map((tags) => c.countDocuments({ tags })));
    expect(holders).toEqual([1, 1, 1, 0]);
  });

  test.each([
    [true, 1],
    [false, 2],
  ])('end an ordered write at the first duplicate, and no other (%s)', async (ordered, insertedCount) => {
    const c = freshNumbered();
    const refused = await failure(c.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }], { ordered }));
    expect(refused).toMatchObject({ code: 11000, insertedCount });
  });

  test('name the pattern and the value that is taken', async () => {
    const c = fresh();
    await c.createIndex({ orgId: 1, 'name.short': -1 }, { unique: true });
    await c.insertOne({ orgId: 'o', name: { short: 'x' } });
    const refusal = {
      code: 11000,
      keyPattern: { orgId: 1, 'name.short': -1 },
      keyValue: { orgId: 'o', 'name.short': 'x' },
      message: expect.stringContaining(
        `E11000 duplicate key error collection: ${c.namespace} index: orgId_1_name.short_-1`,
      ),
    };
    expect(await failure(c.insertOne({ orgId: 'o', name: { short: 'x' } }))).toMatchObject(refusal);
    await c.insertOne({ orgId: 'p', name: { short: 'x' } });
    expect(await failure(c.updateOne({ orgId: 'p' }, { $set: { orgId: 'o' } }))).toMatchObject(refusal);
    const taken = (await c.findOne({})) ?? {};
    expect(await failure(c.insertOne(taken))).toMatchObject({ keyPattern: { _id: 1 } });
  });

  test('hold for the elements of arrays, and not for documents outside of a partial index', async () => {
    if (server.documentDb) return;
    const c = fresh();
    await c.createIndex({ codes: 1 }, { unique: true, partialFilterExpression: { state: 'open' } });
    await c.insertOne({ codes: ['a', 'a', 'b'], state: 'open' });
    expect(await failure(c.insertOne({ codes: ['c', 'b'], state: 'open' }))).toMatchObject({ code: 11000 });
    await c.insertOne({ codes: ['b'], state: 'closed' });
    expect(await failure(c.updateOne({ state: 'closed' }, { $set: { state: 'open' } }))).toMatchObject({ code: 11000 });
  });
});

const long = (end: string) => `${'x'.repeat(3_000)}${end}`;

describe('texts that are longer than a key may be', () => {
  const texts = ['a', 'x', long(''), long('a'), long('b'), `${'x'.repeat(899)}y`, 'y'];

  test.each([{ t: 1 }, { t: -1 }, { n: 1, t: 1 }] as const)(
    'are found, ranged and sorted by an index on %j',
    async (key) => {
      const c = fresh();
      await c.insertMany(texts.map((t, i) => ({ _id: i as never, n: 1, t })));
      const filters = [...texts.map((t) => ({ t })), ...texts.flatMap((t) => [{ t: { $gt: t } }, { t: { $lte: t } }])];
      const wanted: Filter<Item>[] = filters.flatMap((filter) => [filter, { n: 1, ...filter }]);
      const found = () => Promise.all(wanted.map((filter) => c.find(filter).sort({ t: 1 }).toArray()));
      const counted = () => Promise.all(wanted.map((filter) => c.countDocuments(filter)));
      const before = [await found(), await counted()];
      await c.createIndex(key);
      expect([await found(), await counted()]).toEqual(before);
      await c.updateMany({}, { $set: { touched: true } });
      await c.deleteOne({ t: long('a') });
      expect(await c.countDocuments({ t: { $gte: long('') } })).toBe(4);
      expect(await c.countDocuments({ t: long('a') })).toBe(0);
    },
  );

  // A long text is cut and a hash is added to its index key. In one of 256 keys, the hash begins with the highest byte.
  test('are all found, however their hashes begin', async () => {
    const c = fresh();
    const all = Array.from({ length: 3_000 }, (_, n) => ({ t: long(`${n}`) }));
    await c.createIndex({ t: 1 });
    await c.insertMany(all);
    expect(await c.countDocuments({ t: { $lte: long('~') } }, { hint: { t: 1 } })).toBe(all.length);
  });

  test('are unique', async () => {
    const c = fresh();
    await c.createIndex({ t: 1 }, { unique: true });
    await c.insertMany([{ t: long('a') }, { t: long('b') }]);
    expect(await failure(c.insertOne({ t: long('a') }))).toMatchObject({ code: 11000 });
    expect(await c.findOne({ t: long('b') })).toMatchObject({ t: long('b') });
    await c.deleteOne({ t: long('a') });
    await c.insertOne({ t: long('a') });
    expect(await c.findOne({ _id: long('c') } as never)).toBeNull();
  });
});

test('documents whose time is over are removed', async () => {
  const c = fresh();
  await c.createIndex({ at: 1 }, { expireAfterSeconds: 1 });
  await c.insertMany([{ at: new Date(0) }, { at: new Date(Date.now() + 3_600_000) }, { at: 'never' }]);
  if (!server.embedded) return;
  await eventually(async () => expect(await c.countDocuments()).toBe(2), 15_000);
}, 20_000);

describe('plans', () => {
  test('a page reads skip + limit entries of the index and no document in vain', async () => {
    if (!server.embedded) return;
    const c = fresh();
    await c.createIndex({ org: 1, at: -1 });
    await c.insertMany(Array.from({ length: 500 }, (_, n) => ({ org: n % 2 ? 'a' : 'b', at: n, name: `n${n}` })));
    const entries = { stage: 'IXSCAN', indexName: 'org_1_at_-1', direction: 'forward' };
    expect(await c.find({ org: 'a' }).sort({ at: -1 }).limit(10).explain()).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'LIMIT', inputStage: { stage: 'FETCH', inputStage: entries } } },
      executionStats: { nReturned: 10, totalKeysExamined: 10, totalDocsExamined: 10 },
    });
    expect(await c.find({ name: 'n7' }).explain()).toMatchObject({
      queryPlanner: { winningPlan: { stage: 'COLLSCAN' } },
      executionStats: { totalDocsExamined: 500, nReturned: 1 },
    });
    const stageOf = async (find: ReturnType<typeof c.find>) => (await find.explain()).queryPlanner.winningPlan.stage;
    expect(await stageOf(c.find({ org: 'a' }).sort({ name: 1 }))).toBe('SORT');
    expect(await stageOf(fresh().find({ a: 1 }))).toBe('EOF');
  });

  test.each<Record<string, 1 | -1>>([
    { 'a.x': 1, 'a.y': 1 },
    { 'a.x': 1, 'a.y': -1 },
    { b: 1, 'a.x': 1, 'a.y': 1 },
  ])('two paths through one array may be met by different elements: %j', async (key) => {
    const c = fresh();
    await c.createIndex(key);
    const [first, second] = [
      { x: 3, y: 1 },
      { x: 1, y: 3 },
    ];
    await c.insertOne({ a: [first, second], b: 1 });
    const count = (filter: object) => c.countDocuments({ b: 1, ...filter });
    expect(await count({ 'a.x': 3, 'a.y': 3 })).toBe(1);
    expect(await count({ 'a.x': 3, 'a.y': { $gt: 1 } })).toBe(1);
    expect(await count({ 'a.x': { $in: [3, 4] }, 'a.y': { $gt: 2 } })).toBe(1);
    expect(await count({ 'a.x': 3, $or: [{ 'a.y': 3 }, { 'a.y': 4 }] })).toBe(1);
    expect(await count({ 'a.x': { $gt: 1, $lt: 3 } })).toBe(1);
    expect(await count({ a: { $elemMatch: { x: 3, y: 3 } } })).toBe(0);
  });

  test('an index on a place in an array finds what is missing there', async () => {
    const c = freshNumbered();
    const documents = [
      [],
      [{}],
      [{ b: 1 }],
      [1, { 0: 2 }],
      [[null]],
      [{ 0: { b: 1 } }],
      { 0: 1 },
      5,
      undefined,
      [null],
    ];
    await c.insertMany(documents.map((a, _id) => (a === undefined ? { _id } : { _id, a })));
    const filters = ['a.0', 'a.0.b', 'a.1'].flatMap((path) => [null, 1, 2].map((value) => ({ [path]: value })));
    const found = () => Promise.all(filters.map((filter) => c.find(filter).sort({ _id: 1 }).toArray()));
    const before = await found();
    for (const path of ['a.0', 'a.0.b', 'a.1']) await c.createIndex({ [path]: 1 });
    expect(await found()).toEqual(before);
  });

  test('a hint has the index answer that it names, with what that holds', async () => {
    if (!server.embedded) return;
    const c = freshNumbered();
    await c.createIndex({ a: 1 }, { partialFilterExpression: { a: { $exists: true } } });
    await c.createIndex({ b: 1 }, { partialFilterExpression: { b: { $gt: 5 } } });
    await c.insertMany([{ _id: 1, a: 1, b: 9 }, { _id: 2, b: 1 }, { _id: 3 }]);
    const session = server.client.startSession();
    session.startTransaction();
    await c.insertMany([{ _id: 4, a: 1, b: 7 }, { _id: 5 }], { session });
    for (const hint of [{ a: 1 }, { b: 1 }] as const) {
      expect(await c.find({}, { hint }).toArray()).toMatchObject([{ _id: 1 }]);
      expect(await c.countDocuments({}, { hint })).toBe(1);
      expect(await c.find({}, { hint, session }).toArray()).toMatchObject([{ _id: 1 }, { _id: 4 }]);
      const plan = JSON.stringify(await c.find({ _id: { $gt: 0 } }, { hint }).explain());
      expect(plan).toContain('IXSCAN');
    }
    expect(await c.countDocuments({})).toBe(3);
    await session.abortTransaction();
    await session.endSession();
  });

  const scalars = [
    null,
    1,
    2,
    new Double(2),
    2.5,
    Long.fromNumber(3),
    'a',
    'b',
    new ObjectId('ff'.repeat(12)),
    new ObjectId('00'.repeat(12)),
    Number.NaN,
    { x: 1 },
    { x: 2, y: 1 },
  ];
  const arrays = [
    [],
    [1, 3],
    [1, 'b'],
    [[1]],
    [{ x: 1 }, { x: 3 }],
    [
      { x: 3, y: 1 },
      { x: 1, y: 3 },
    ],
  ];
  const documentOf = (values: unknown[]) =>
    fc.record({ a: fc.constantFrom(...values), b: fc.constantFrom(...values) }, { requiredKeys: ['a'] });
  // A single array makes the whole index multikey, so half of the collections must have no arrays.
  const documents = fc.oneof(
    ...[scalars, [...scalars, ...arrays]].map((values) =>
      fc.array(documentOf(values), { minLength: 5, maxLength: 25 }),
    ),
  );
  const operand = fc.constantFrom<unknown>(...scalars, long('b'), [1]);
  const comparable = fc.constantFrom<unknown>(...scalars, long('a'));
  const condition = fc.oneof(
    operand,
    fc.tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte', '$ne'), comparable).map(([name, v]) => ({ [name]: v })),
    fc.constantFrom({ $gt: 1, $lt: 3 }, { $gte: 2, $lt: 3 }, { $gt: 'a', $lte: 'b' }),
    fc.array(operand, { maxLength: 3 }).map((list) => ({ $in: list })),
    fc.boolean().map((exists) => ({ $exists: exists })),
    fc.constantFrom({ $regex: 'A', $options: 'i' }, { $regex: 'b' }),
  );
  const paths = fc.constantFrom('a', 'b', 'a.x', 'a.y');
  const filter = fc.dictionary(paths, condition, { maxKeys: 1 });
  const direction = fc.constantFrom<1 | -1>(1, -1);
  const distinctPaths = { selector: ([path]: [string, 1 | -1]) => path };
  const key = fc.uniqueArray(fc.tuple(paths, direction), { minLength: 1, maxLength: 2, ...distinctPaths });
  const sort = fc.uniqueArray(fc.tuple(paths, direction), { maxLength: 2, ...distinctPaths });

  test('an index changes how a query is read, never what it finds', async () => {
    // The filter always has a condition on the first path of the index, so that most queries can use the index.
    const branches = fc.array(fc.tuple(condition, filter), { minLength: 1, maxLength: 3 });
    const wanted = fc
      .record({ documents, key, branches, others: filter, sort })
      .map(({ branches, others, ...rest }) => {
        const path = String(rest.key[0]?.[0]);
        const $or = branches.map(([first, others]) => ({ ...others, [path]: first }));
        const filter: Filter<Numbered> = $or.length > 1 ? { ...others, $or } : { ...others, ...$or[0] };
        return { ...rest, filter };
      });
    await fc.assert(
      fc.asyncProperty(wanted, async ({ documents, key, filter, sort }) => {
        const c = freshNumbered();
        await c.insertMany(documents.map((d, i) => ({ _id: i, ...d })));
        const order = Object.fromEntries<1 | -1>([...sort, ['_id', 1]]);
        const before = await c
          .find(filter)
          .sort(order)
          .toArray()
          .catch(() => undefined);
        // Two parallel arrays can be neither sorted nor indexed.
        if (!before) return;
        const made = await c.createIndex(Object.fromEntries(key)).catch((error) => error.code);
        if (made === 171) return;
        expect(await c.find(filter).sort(order).toArray()).toEqual(before);
        expect(await c.find(filter).sort(order).skip(2).limit(3).toArray()).toEqual(before.slice(2, 5));
        expect(await c.countDocuments(filter)).toBe(before.length);
        expect(await c.countDocuments(filter, { skip: 2, limit: 3 })).toBe(before.slice(2, 5).length);
        const sorted = Object.fromEntries<1 | -1>(sort.length > 0 ? sort : key);
        const ids = (found: Numbered[]) => found.map(({ _id }) => _id).sort((x, y) => x - y);
        const hinted = c.find(filter).hint(Object.fromEntries(key));
        expect(ids(await hinted.toArray())).toEqual(ids(before));
        expect(await c.find(filter).sort(sorted).toArray()).toHaveLength(before.length);
        await c.drop();
      }),
      { numRuns: server.embedded ? Number(process.env.RUNS ?? 300) : 20 },
    );
  }, 60_000);
});
