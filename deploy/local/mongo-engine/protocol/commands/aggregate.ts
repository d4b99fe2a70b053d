import type { Document } from 'bson';
import { type Cursors, DEFAULT_FIRST_BATCH } from '../../queries/cursors.ts';
import { planQuery } from '../../queries/planner.ts';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import { Budget } from '../../scheduling/budget.ts';
import { PAUSE, type Pause } from '../../scheduling/scheduler.ts';
import { chained, compileEach, runOf } from '../../semantics/aggregate/pipeline.ts';
import type { PipelineSource, Stage } from '../../semantics/aggregate/stages/stage.ts';
import { encode, toNumber } from '../../storage/bson.ts';
import { SnapshotSource, type Source } from '../../transactions/source.ts';
import { failedToParse, unsupported } from '../../values/error.ts';
import { ANY, BOOL, type Check, COUNT, type Fields, HINT, object, refused } from '../../values/fields.ts';
import { type Command, countOf, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

export const AGGREGATE: Fields = {
  pipeline: ANY,
  cursor: object({ batchSize: COUNT }),
  allowDiskUse: BOOL,
  hint: HINT,
  bypassDocumentValidation: BOOL,
  ...refused('explain', 'collation', 'let'),
};

/** A collection; all others are a database's own documents (`$currentOp`), which MongoDB has. */
export const AGGREGATED: Check = (value) => {
  if (toNumber(value) === 1) throw unsupported('the aggregate of a database');
};

export async function aggregate(context: Context): Promise<CursorBatch> {
  const { engine, command, transaction } = context;
  const first = await engine.scheduler.run(firstBatch(context), transaction);
  return new CursorBatch('firstBatch', first.rows, first.id, command.ns);
}

function* firstBatch(context: Context): ReturnType<Cursors['open']> {
  const { engine, command, transaction, deadline } = context;
  // To plan may take long as well.
  deadline.check();
  const stages = pipelineOf(command);
  const cursorOptions = command.document('cursor');
  if (!cursorOptions)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const source = transaction ?? new SnapshotSource(engine.store);
  const compiled = compileEach(stages);
  const { query, rest } = splitPipeline(stages, command.value('hint'));
  const run = new QueryRun(engine.collection(command, transaction), query, source, deadline);
  const rows = results(run, compiled.slice(stages.length - rest.length), context, source);
  const snapshot = transaction ? undefined : source.reader;
  const batchSize = countOf(cursorOptions.batchSize) ?? DEFAULT_FIRST_BATCH;
  const cursor = { ns: command.ns, rows, deadline, snapshot, isGone: () => run.isGone(), owner: transaction };
  const session = command.sessionId?.toString('latin1');
  return yield* engine.cursors.open({ ...cursor, session, size: command.size }, batchSize, false);
}

export function pipelineOf(command: Command): Document[] {
  const pipeline = command.value('pipeline');
  if (!Array.isArray(pipeline)) throw failedToParse("'pipeline' option must be specified as an array");
  const stages = pipeline.map((stage) => requireDocument(stage, 'Each element of the pipeline'));
  if (stages.some((stage) => '$changeStream' in stage)) throw unsupported('the stage $changeStream');
  return stages;
}

function* results(run: QueryRun, behind: Stage[], context: Context, source: Source): Generator<Uint8Array | Pause> {
  const ofCount = behind.length === 1 ? behind[0]?.ofCount : undefined;
  if (ofCount) {
    for (const document of ofCount(yield* run.count())) yield encode(document);
    return;
  }
  if (behind.length === 0) {
    for (const stored of run.documentsInSteps()) yield stored === PAUSE ? PAUSE : stored.bytes;
    return;
  }
  const budget = new Budget(context.deadline);
  for (const document of chained(behind)(decoded(run), runOf(pipelineSource(context, source), budget))) {
    yield document === PAUSE ? PAUSE : encode(document);
    if (budget.check()) yield PAUSE;
  }
}

function* decoded(run: QueryRun): Generator<Document | Pause> {
  for (const stored of run.documentsInSteps()) yield stored === PAUSE ? PAUSE : stored.document;
}

/** What `$lookup` and `$unionWith` read of other collections. */
function pipelineSource({ engine, command: { db }, transaction, deadline }: Context, source: Source): PipelineSource {
  const collectionOf = (collection: string) => engine.collection({ db, collection }, transaction);
  return {
    scan: (name, filter) => decoded(new QueryRun(collectionOf(name), { filter }, source, deadline)),
    isIndexed: (name, path) =>
      planQuery(collectionOf(name), { filter: { [path]: null } }, source.version) !== undefined,
  };
}

/** The first stages as far as a query can do them: `$match`es, then `$sort`, `$skip` and `$limit` in this order. */
export function splitPipeline(stages: Document[], hint: unknown): { query: FindQuery; rest: Document[] } {
  const filters: Document[] = [];
  const query: FindQuery = { filter: {}, hint };
  let at = 0;
  const take = (name: string): unknown => {
    const stage = stages[at];
    if (!stage || !(name in stage) || Object.keys(stage).length !== 1) return undefined;
    at++;
    return stage[name];
  };
  for (let match = take('$match'); match !== undefined; match = take('$match')) {
    filters.push(requireDocument(match, 'the match filter'));
  }
  const sort = take('$sort');
  if (sort !== undefined) query.sort = requireDocument(sort, 'the $sort key specification');
  query.skip = wholeNumber(stages[at]?.$skip) === undefined ? 0 : Number(take('$skip'));
  const limit = wholeNumber(stages[at]?.$limit);
  if (limit) query.limit = Number(take('$limit'));
  query.filter = filters.length === 1 ? (filters[0] as Document) : filters.length === 0 ? {} : { $and: filters };
  return { query, rest: stages.slice(at) };
}

function wholeNumber(value: unknown): number | undefined {
  const number = toNumber(value);
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined;
}
