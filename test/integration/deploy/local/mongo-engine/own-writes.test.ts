import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type mongoose from 'mongoose';
import { type Client, connect, failure } from './server.ts';

interface Item {
  _id: number;
  a?: number | number[];
  b?: number;
  u?: number;
}
type Items = mongoose.mongo.Collection<Item>;
type Session = ReturnType<Client['startSession']>;
/** `options`: the session, if the statement is part of a transaction. */
type Statement = (items: Items, options: { session?: Session }) => Promise<unknown>;

const server = await connect();
const [inside, outside] = ['inside', 'outside'].map((name) => server.db.collection<Item>(name)) as [Items, Items];
for (const items of [inside, outside])
  await items.createIndexes([
    { key: { a: 1 } },
    { key: { b: -1, a: 1 } },
    { key: { u: 1 }, unique: true, partialFilterExpression: { u: { $exists: true } } },
    { key: { b: 1 }, name: 'partial', partialFilterExpression: { u: { $exists: true } } },
  ]);
afterAll(() => server.stop());

const value = fc.nat(3);
const item: fc.Arbitrary<Item> = fc.record(
  { _id: fc.nat(7), a: fc.oneof(value, fc.array(value, { maxLength: 2 })), b: value, u: fc.nat(30) },
  { requiredKeys: ['_id'] },
);
const condition = fc.oneof(
  value,
  value.map(($gte) => ({ $gte })),
  fc.array(value, { maxLength: 3 }).map(($in) => ({ $in })),
  fc.boolean().map(($exists) => ({ $exists })),
);
const filter: fc.Arbitrary<object> = fc.oneof(
  fc.dictionary(fc.constantFrom('_id', 'a', 'b', 'u'), condition, { maxKeys: 2 }),
  fc.record({ _id: fc.array(fc.nat(7), { maxLength: 4 }).map(($in) => ({ $in })), b: condition }),
  fc.record({ $or: fc.array(fc.dictionary(fc.constantFrom('a', 'b'), condition, { minKeys: 1 }), { minLength: 1 }) }),
);
const update = fc.oneof(
  fc.record({ $set: fc.dictionary(fc.constantFrom('a', 'b'), value, { minKeys: 1 }) }),
  fc.record({ $inc: fc.record({ b: value }) }),
  fc.record({ $unset: fc.record({ u: fc.constant('') }) }),
  fc.record({ $set: fc.record({ a: fc.array(value, { maxLength: 2 }) }) }),
);
const sort = fc.constantFrom<Record<string, 1 | -1>>({ _id: 1 }, { a: 1, _id: 1 }, { b: -1, a: 1, _id: 1 });

const statement: fc.Arbitrary<Statement> = fc.oneof(
  item.map<Statement>((document) => (items, options) => items.insertOne({ ...document }, options)),
  fc.tuple(filter, update).map<Statement>(([found, change]) => async (items, options) => {
    const { matchedCount, modifiedCount } = await items.updateMany(found, change, options);
    return { matchedCount, modifiedCount };
  }),
  fc.tuple(fc.nat(7), update).map<Statement>(([_id, change]) => async (items, options) => {
    const { matchedCount, upsertedId } = await items.updateOne({ _id }, change, { upsert: true, ...options });
    return { matchedCount, upsertedId };
  }),
  item.map<Statement>(
    ({ _id, ...rest }) =>
      (items, options) =>
        items.findOneAndReplace({ _id }, rest, options),
  ),
  filter.map<Statement>((found) => async (items, options) => (await items.deleteMany(found, options)).deletedCount),
  fc.tuple(filter, sort, fc.nat(2)).map<Statement>(
    ([found, order, skip]) =>
      (items, options) =>
        items.find(found, { sort: order, skip, batchSize: 2, ...options }).toArray(),
  ),
  filter.map<Statement>((found) => (items, options) => items.countDocuments(found, options)),
  filter.map<Statement>((found) => async (items, options) => {
    const groups = items.aggregate([{ $match: found }, { $group: { _id: '$b', n: { $sum: 1 } } }], options);
    return (await groups.toArray()).sort((x, y) => (x._id ?? -1) - (y._id ?? -1));
  }),
);

const codeOf = (error: { code?: unknown }) => ({ code: error.code });

test(
  'a transaction answers each statement as if those before were committed, and leaves the same behind',
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(item, { selector: ({ _id }) => _id, maxLength: 5 }),
        fc.array(statement, { minLength: 2, maxLength: 10 }),
        async (seeds, statements) => {
          const first = seeds.map((seed, at) => ({ ...seed, u: 100 + at }));
          for (const items of [inside, outside]) {
            await items.deleteMany({});
            if (first.length > 0) await items.insertMany(first.map((seed) => ({ ...seed })));
          }
          const session = server.client.startSession();
          session.startTransaction();
          let failed = false;
          for (const run of statements) {
            const [ours, theirs] = [await run(inside, { session }).catch(codeOf), await run(outside, {}).catch(codeOf)];
            expect(ours).toEqual(theirs);
            // An error has aborted the transaction.
            failed = typeof (theirs as { code?: unknown } | null)?.code === 'number';
            if (failed) break;
          }
          if (failed) {
            expect(await failure(inside.findOne({}, { session }))).toMatchObject({ code: 251 });
            await session.abortTransaction();
          } else await session.commitTransaction();
          await session.endSession();
          const expected = failed ? first : await outside.find().toArray();
          const byId = (x: Item, y: Item) => x._id - y._id;
          expect((await inside.find().toArray()).sort(byId)).toEqual([...expected].sort(byId));
          for (const hint of [{ a: 1 }, { b: -1, a: 1 }] as const)
            expect((await inside.find({}, { hint }).toArray()).sort(byId)).toEqual([...expected].sort(byId));
        },
      ),
      { numRuns: Number(process.env.HISTORIES ?? 60) },
    ),
  60_000,
);
