import fc from 'fast-check';
import mongoose from 'mongoose';
import { positive, readCommandLine } from '../../deploy/local/command-line.ts';
import { EngineProcess } from '../integration/deploy/local/mongo-engine/server.ts';
import { type Answer, type Question, reasonOf } from './known-differences.ts';

const { MongoClient, BSON } = mongoose.mongo;
type Document = Record<string, unknown>;
type Collection = ReturnType<ReturnType<InstanceType<typeof MongoClient>['db']>['collection']>;

const { options, operands } = readCommandLine({
  name: 'npm run conformance:compare',
  does: `Asks the embedded engine and the server at URL the same random queries, updates and aggregations, and prints each
answer in which they differ and known-differences.ts does not say why. MongoDB's manual decides who is right.`,
  options: {
    seed: positive(1, 'SEED', 'What the random questions begin with.'),
    runs: positive(500, 'RUNS', 'Collections that are asked six questions each.'),
  },
  operands: '[URL …]',
});

const name = fc.constantFrom('a', 'b', 'c', '1');
const path = fc.oneof(
  { weight: 3, arbitrary: name },
  { weight: 1, arbitrary: fc.tuple(name, name).map((two) => two.join('.')) },
);
const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: -2, max: 3 }),
  fc.constantFrom('', 'x', 'y', null, true, false, 1.5),
  fc.constantFrom(new Date(0), BSON.Decimal128.fromString('1.5'), BSON.Long.fromNumber(2)),
);
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(name, scalar, { maxKeys: 2 }) },
  { weight: 1, arbitrary: fc.array(fc.dictionary(name, scalar, { maxKeys: 2 }), { maxLength: 2 }) },
);
const one = (operator: string, operand: fc.Arbitrary<unknown>) => operand.map((of) => ({ [operator]: of }));
const condition: fc.Arbitrary<unknown> = fc.oneof(
  value,
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'].map((operator) => one(operator, value)),
  ...['$in', '$nin', '$all'].map((operator) => one(operator, fc.array(scalar, { maxLength: 3 }))),
  one('$exists', fc.boolean()),
  one('$size', fc.nat(2)),
  one('$type', fc.constantFrom('number', 'string', 'array', 'object', 'null')),
  one('$elemMatch', fc.oneof(one('$gt', scalar), fc.dictionary(name, scalar, { minKeys: 1, maxKeys: 1 }))),
  one('$not', one('$gt', scalar)),
);
const clause = fc.tuple(path, condition).map(([key, of]) => ({ [key]: of }) as Document);
const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 4, arbitrary: clause },
  ...['$and', '$or', '$nor'].map((operator) =>
    fc.array(clause, { minLength: 1, maxLength: 2 }).map((of): Document => ({ [operator]: of })),
  ),
);
const sort = fc.tuple(path, fc.constantFrom(1, -1)).map(([key, way]) => ({ [key]: way, _id: 1 }) as Document);
const update: fc.Arbitrary<Document> = fc.oneof(
  ...['$set', '$min', '$max', '$push', '$addToSet', '$pull', '$setOnInsert'].map((operator) =>
    fc.tuple(path, value).map(([key, of]) => ({ [operator]: { [key]: of } })),
  ),
  ...['$inc', '$mul'].map((operator) =>
    fc.tuple(path, fc.integer({ min: -2, max: 3 })).map(([key, of]) => ({ [operator]: { [key]: of } })),
  ),
  path.map((key) => ({ $unset: { [key]: 1 } })),
  fc.tuple(path, fc.constantFrom(1, -1)).map(([key, end]) => ({ $pop: { [key]: end } })),
  fc.tuple(path, path).map(([from, to]) => ({ $rename: { [from]: to } })),
);
const field = path.map((of) => `$${of}`);
const expression: fc.Arbitrary<unknown> = fc.oneof(
  field,
  ...['$add', '$multiply', '$eq', '$lt', '$cmp', '$ifNull', '$and', '$or'].map((operator) =>
    one(operator, fc.tuple(field, fc.oneof(field, scalar))),
  ),
  ...['$type', '$isArray', '$not', '$objectToArray', '$sum', '$max'].map((operator) =>
    one(
      operator,
      field.map((of) => [of]),
    ),
  ),
);
const stage: fc.Arbitrary<Document> = fc.oneof(
  filter.map(($match) => ({ $match })),
  field.map(($unwind) => ({ $unwind })),
  fc.tuple(name, expression).map(([key, of]) => ({ $addFields: { [`n${key}`]: of } })),
  fc.tuple(name, fc.constantFrom(0, 1)).map(([key, of]) => ({ $project: { [key]: of } })),
  sort.map(($sort) => ({ $sort })),
);
const group = fc
  .tuple(field, fc.constantFrom('$sum', '$min', '$max', '$addToSet', '$avg'), field)
  .map(([_id, operator, of]): Document => ({ $group: { _id, v: { [operator]: of } } }));
const question: fc.Arbitrary<Question> = fc.oneof(
  fc.record({ kind: fc.constant('find' as const), filter, sort }),
  fc.record({ kind: fc.constant('update' as const), filter, update, upsert: fc.boolean() }),
  fc.record({
    kind: fc.constant('aggregate' as const),
    stages: fc
      .tuple(fc.array(stage, { maxLength: 2 }), fc.option(group))
      .map(([all, last]) => (last ? [...all, last] : all)),
  }),
);
const documents = fc.array(fc.dictionary(name, value, { maxKeys: 4 }), { minLength: 1, maxLength: 6 });

const text = (of: unknown): string => BSON.EJSON.stringify(of, { relaxed: false });
/** The elements of a set have no order. */
const unordered = (row: Document): Document => (Array.isArray(row.v) ? { ...row, v: row.v.map(text).sort() } : row);

async function answer(collection: Collection, asked: Question): Promise<Answer> {
  try {
    return { rows: await rowsOf(collection, asked) };
  } catch (error) {
    return { refused: Number((error as { code?: unknown }).code) };
  }
}

async function rowsOf(collection: Collection, asked: Question): Promise<string[]> {
  if (asked.kind === 'find')
    return (
      await collection
        .find(asked.filter)
        .sort(asked.sort as never)
        .toArray()
    ).map(text);
  if (asked.kind === 'aggregate')
    return (await collection.aggregate(asked.stages as Document[]).toArray()).map((row) => text(unordered(row))).sort();
  await collection.updateMany(asked.filter, asked.update, { upsert: asked.upsert });
  const projection = asked.upsert ? { _id: 0 } : {};
  return (await collection.find({}, { projection }).sort({ _id: 1 }).toArray()).map(text);
}

const shown = ({ refused, rows }: Answer): string => (rows ? `[${rows.join(', ')}]` : `refused: ${refused}`);

async function main([url]: string[]): Promise<number> {
  if (url === undefined) {
    console.error('selvedge: it takes the URL of another server. What it takes: npm run conformance:compare -- --help');
    return 2;
  }
  const engine = await new EngineProcess().start();
  const clients = await Promise.all([engine.url, url].map((each) => new MongoClient(each).connect()));
  const collections = clients.map((client) => client.db('compare').collection(`c${process.pid}`));
  const reasons = new Map<string | undefined, number>();
  const rounds = fc.sample(fc.tuple(documents, fc.array(question, { minLength: 6, maxLength: 6 })), {
    seed: options.seed,
    numRuns: options.runs,
  });
  for (const [stored, questions] of rounds) {
    for (const asked of questions) {
      const answers = await Promise.all(
        collections.map(async (collection) => {
          await collection.deleteMany({});
          await collection.insertMany(stored.map((one, _id) => ({ _id: _id as never, ...one })));
          return answer(collection, asked);
        }),
      );
      const [ours, theirs] = answers as [Answer, Answer];
      if (shown(ours) === shown(theirs)) continue;
      const reason = reasonOf({ asked, ours, theirs }, stored.length);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      if (reason !== undefined) continue;
      console.log(`${text(asked)}\n  on ${text(stored)}\n  the engine: ${shown(ours)}\n  the other:  ${shown(theirs)}`);
    }
  }
  for (const [reason = 'nobody knows why', count] of reasons) console.log(`${String(count).padStart(5)}  ${reason}`);
  console.log(`of ${rounds.length * 6} answers`);
  await Promise.all(collections.map((collection) => collection.drop()));
  await Promise.all(clients.map((client) => client.close()));
  await engine.remove();
  return reasons.has(undefined) ? 1 : 0;
}

process.exitCode = await main(operands);
