import type { Document } from 'bson';
import type { Engine } from '../../engine.ts';
import { DEFAULT_FIRST_BATCH } from '../../queries/cursors.ts';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import type { Deadline } from '../../scheduling/deadline.ts';
import { PAUSE, type Pause } from '../../scheduling/scheduler.ts';
import { runPipeline } from '../../semantics/aggregate/pipeline.ts';
import type { PipelineSource } from '../../semantics/aggregate/stages/stage.ts';
import { encode, toNumber } from '../../storage/bson.ts';
import { SnapshotSource, type Source } from '../../transactions/source.ts';
import { failedToParse, unsupported } from '../../values/error.ts';
import { requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

const FIELDS = new Set(['pipeline', 'cursor', 'explain', 'allowDiskUse', 'hint', 'bypassDocumentValidation']);
const REFUSED = new Set(['collation', 'let']);

export async function aggregate(context: Context): Promise<CursorBatch> {
  const { engine, command, transaction, deadline } = context;
  command.allow(FIELDS, REFUSED);
  if (command.flag('explain')) throw unsupported('the option explain of aggregate (the command explain is)');
  const stages = pipelineOf(context);
  const cursorOptions = command.document('cursor');
  if (!cursorOptions)
    throw failedToParse("The 'cursor' option is required, except for aggregate with the explain argument");
  const source = transaction ?? new SnapshotSource(engine.store);
  const release = () => (source instanceof SnapshotSource ? source.release() : undefined);
  const rows = results(stages, context, source, deadline);
  const batchSize = toNumber(cursorOptions.batchSize) ?? DEFAULT_FIRST_BATCH;
  const opening = engine.cursors.open({ ns: command.ns, rows, release, owner: transaction }, batchSize, false);
  const first = await engine.scheduler.run(opening, transaction);
  return new CursorBatch('firstBatch', first.rows, first.id, command.ns);
}

function pipelineOf({ command }: Context): Document[] {
  const pipeline = command.value('pipeline');
  if (!Array.isArray(pipeline)) throw failedToParse("'pipeline' option must be specified as an array");
  const stages = pipeline.map((stage) => requireDocument(stage, 'Each element of the pipeline'));
  if (stages.some((stage) => '$changeStream' in stage)) throw unsupported('the stage $changeStream');
  return stages;
}

function* results(
  stages: Document[],
  context: Context,
  source: Source,
  deadline: Deadline,
): Generator<Uint8Array | Pause> {
  const { engine, command } = context;
  const collection = engine.catalog.get(command.ns);
  const { query, rest } = splitPipeline(stages, command.value('hint'));
  const run = collection && new QueryRun(collection, query, source, deadline);
  const counted = countField(rest);
  if (counted && run && !query.sort) {
    const count = yield* run.count();
    if (count > 0) yield encode({ ...counted.head, [counted.field]: count });
    return;
  }
  if (rest.length === 0) {
    for (const stored of run?.documentsInSteps() ?? []) yield stored === PAUSE ? PAUSE : stored.bytes;
    return;
  }
  const documents = run ? decoded(run) : [];
  const other = pipelineSource(engine, command.db, source, deadline);
  for (const document of runPipeline(rest, documents, other, new Date())) yield encode(document);
}

function* decoded(run: QueryRun): Generator<Document> {
  for (const stored of run.documents()) yield stored.document;
}

/** What `$lookup` and `$unionWith` read of other collections. */
function pipelineSource(engine: Engine, db: string, source: Source, deadline: Deadline): PipelineSource {
  return {
    *scan(name, filter) {
      const collection = engine.catalog.get(`${db}.${name}`);
      if (collection) yield* decoded(new QueryRun(collection, { filter }, source, deadline));
    },
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

/** A rest of the pipeline that only counts: `$count`, or a `$group` of all as countDocuments sends it. */
function countField(rest: Document[]): { head: Document; field: string } | undefined {
  const [stage] = rest;
  if (!stage || rest.length !== 1) return undefined;
  if (typeof stage.$count === 'string' && /^[^$.]+$/.test(stage.$count)) return { head: {}, field: stage.$count };
  const group = stage.$group as Document | undefined;
  if (!group) return undefined;
  const { _id, ...accumulators } = group;
  const [field, ...others] = Object.keys(accumulators);
  const isConstant = _id === null || toNumber(_id) !== undefined;
  if (!field || others.length > 0 || !isConstant || toNumber(accumulators[field]?.$sum) !== 1) return undefined;
  return Object.keys(accumulators[field]).length === 1 ? { head: { _id }, field } : undefined;
}
