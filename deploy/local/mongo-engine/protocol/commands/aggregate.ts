import type { Document } from 'bson';
import type { FindQuery, QueryRun } from '../../queries/query.ts';
import { Budget } from '../../scheduling/budget.ts';
import type { Deadline } from '../../scheduling/deadline.ts';
import { PAUSE } from '../../scheduling/scheduler.ts';
import { type Counting, compileCounting, groupOf } from '../../semantics/group.ts';
import { encode, toNumber } from '../../storage/bson.ts';
import { located, unsupported } from '../../values/error.ts';
import { type Check, COUNT, type Fields, HINT, listOf, OBJECT, object, required } from '../../values/fields.ts';
import { valueKey } from '../../values/value-key.ts';
import { type Command, countOf, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import type { CursorBatch } from '../cursor-reply.ts';
import { bytesOf, openCursor } from './cursor.ts';

export const AGGREGATE: Fields = {
  pipeline: required(listOf(OBJECT)),
  cursor: required(object({ batchSize: COUNT })),
  hint: HINT,
};

/** Accepts only a collection. In MongoDB, `1` stands for the database (for example for `$currentOp`). */
export const AGGREGATED: Check = (value) => {
  if (toNumber(value) === 1) throw unsupported('the aggregate of a database');
};

export function aggregate(context: Context): Promise<CursorBatch> {
  const { command, deadline } = context;
  return openCursor(context, () => {
    const { query, counting } = readPipeline(command);
    const rowsOf = counting ? (run: QueryRun) => counted(run, counting, deadline) : bytesOf;
    return { query, rowsOf, batchSize: countOf(command.document('cursor')?.batchSize), isSingle: false };
  });
}

/**
 * Reads the pipeline. The engine has only the stages that `countDocuments` and a count by a field send, in this order:
 * `$match`es, `$skip`, `$limit`, `$group`.
 */
export function readPipeline(command: Command): { query: FindQuery; counting: Counting | undefined } {
  const stages = [...(command.value('pipeline') as Document[])];
  for (const stage of stages)
    if (Object.keys(stage).length !== 1)
      throw located(40323, 'A pipeline stage specification object must contain exactly one field.');
  const filters: Document[] = [];
  while (stages[0] && '$match' in stages[0]) filters.push(requireDocument(stages.shift()?.$match, 'the match filter'));
  const query: FindQuery = { filter: filters.length > 1 ? { $and: filters } : (filters[0] ?? {}) };
  query.hint = command.filled('hint');
  if (stages[0] && '$skip' in stages[0]) query.skip = wholeNumber('$skip', stages.shift()?.$skip, 0);
  if (stages[0] && '$limit' in stages[0]) query.limit = wholeNumber('$limit', stages.shift()?.$limit, 1);
  const last = stages.shift();
  if (last && !('$group' in last)) throw unsupported(`the pipeline stage ${Object.keys(last)[0]} at this place`);
  if (stages.length > 0) throw unsupported('a pipeline stage behind $group');
  return { query, counting: last && compileCounting(last.$group) };
}

function wholeNumber(name: string, value: unknown, least: number): number {
  const number = toNumber(value);
  if (number !== undefined && Number.isSafeInteger(number) && number >= least) return number;
  const code = name === '$limit' ? 15958 : 15956;
  throw located(code, `invalid argument to ${name} stage: the value must be an integer of at least ${least}`);
}

/** Approximate bytes that a group takes in memory, without its key. */
const GROUP_SIZE = 350;

function* counted(run: QueryRun, { path, constant, result }: Counting, deadline: Deadline): ReturnType<typeof bytesOf> {
  if (path === undefined) {
    const count = yield* run.count();
    if (count > 0) yield encode(result(constant, count));
    return;
  }
  const groups = new Map<string, { id: unknown; count: number }>();
  const budget = new Budget();
  try {
    for (const stored of run.documents()) {
      if (stored === PAUSE) {
        yield PAUSE;
        continue;
      }
      const id = groupOf(stored.document, path);
      const key = valueKey(id);
      const group = groups.get(key) ?? { id, count: 0 };
      if (group.count++ === 0) {
        budget.hold(id, 2 * key.length + GROUP_SIZE);
        groups.set(key, group);
      }
      if (deadline.check()) yield PAUSE;
    }
    for (const { id, count } of groups.values()) yield encode(result(id, count));
  } finally {
    budget.release();
  }
}
