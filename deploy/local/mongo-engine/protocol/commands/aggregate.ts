import { type Document, Long } from 'bson';
import type { FindQuery, QueryRun } from '../../queries/query.ts';
import type { Pause } from '../../scheduling/scheduler.ts';
import { encode, toNumber } from '../../storage/bson.ts';
import { failedToParse, located, unsupported } from '../../values/error.ts';
import { ANY, type Check, COUNT, type Fields, HINT, object } from '../../values/fields.ts';
import { asDocument, isInt32 } from '../../values/value.ts';
import { type Command, countOf, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import type { CursorBatch } from '../cursor-reply.ts';
import { bytesOf, openCursor } from './cursor.ts';

export const AGGREGATE: Fields = {
  pipeline: ANY,
  cursor: object({ batchSize: COUNT }),
  hint: HINT,
};

/** Accepts only a collection. In MongoDB, `1` stands for the database (for example for `$currentOp`). */
export const AGGREGATED: Check = (value) => {
  if (toNumber(value) === 1) throw unsupported('the aggregate of a database');
};

export function aggregate(context: Context): Promise<CursorBatch> {
  const { command } = context;
  return openCursor(context, () => {
    const cursor = command.document('cursor');
    if (!cursor) throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
    const { query, result } = readPipeline(command);
    const rowsOf = result ? (run: QueryRun) => counted(run, result) : bytesOf;
    return { query, rowsOf, batchSize: countOf(cursor.batchSize), isSingle: false };
  });
}

/**
 * Reads the pipeline. The engine has only the stages that `countDocuments` sends, in its order: `$match`es, `$skip`,
 * `$limit`, `$group`.
 */
export function readPipeline(command: Command): { query: FindQuery; result: CountResult | undefined } {
  const pipeline = command.value('pipeline');
  if (!Array.isArray(pipeline)) throw failedToParse("'pipeline' option must be specified as an array");
  const stages = pipeline.map((stage) => requireDocument(stage, 'Each element of the pipeline'));
  for (const stage of stages)
    if (Object.keys(stage).length !== 1)
      throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  const filters: Document[] = [];
  while (stages[0] && '$match' in stages[0]) filters.push(requireDocument(stages.shift()?.$match, 'the match filter'));
  const query: FindQuery = { filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}) };
  query.hint = command.value('hint');
  if (stages[0] && '$skip' in stages[0]) query.skip = wholeNumber('$skip', stages.shift()?.$skip, 0);
  if (stages[0] && '$limit' in stages[0]) query.limit = wholeNumber('$limit', stages.shift()?.$limit, 1);
  const last = stages.shift();
  if (last && !('$group' in last)) throw unsupported(`the pipeline stage ${Object.keys(last)[0]} at this place`);
  if (stages.length > 0) throw unsupported('a pipeline stage behind $group');
  return { query, result: last && compileGroup(last.$group) };
}

function wholeNumber(name: string, value: unknown, least: number): number {
  const number = toNumber(value);
  if (number !== undefined && Number.isSafeInteger(number) && number >= least) return number;
  const code = name === '$limit' ? 15958 : 15956;
  throw located(code, `invalid argument to ${name} stage: the value must be an integer of at least ${least}`);
}

/** Makes the result of a `$group` from the number of all documents. */
type CountResult = (count: number) => Document;

/**
 * Compiles a `$group` that counts all documents. @throws MongoError 15955 without an `_id`, 115 for an accumulator that
 * is not a count, and for an `_id` that is not constant
 */
function compileGroup(operand: unknown): CountResult {
  const { _id: id, ...fields } = asDocument(operand) ?? {};
  if (id === undefined) throw located(15955, 'a group specification must include an _id');
  const [[name, accumulator] = [], ...others] = Object.entries(fields);
  const [only = '', ...more] = Object.keys(asDocument(accumulator) ?? {});
  if (name === undefined || others.length > 0) throw unsupported('a $group of other than one count');
  if (only !== '$sum' || more.length > 0) throw unsupported(`the accumulator ${only}`);
  if (toNumber(accumulator.$sum) !== 1) throw unsupported('$sum of other than 1');
  if (id !== null && toNumber(id) === undefined) throw unsupported('an expression as _id of $group');
  return (count) => ({ _id: id, [name]: isInt32(count) ? count : Long.fromNumber(count) });
}

function* counted(run: QueryRun, result: CountResult): Generator<Uint8Array | Pause, void> {
  const count = yield* run.count();
  if (count > 0) yield encode(result(count));
}
