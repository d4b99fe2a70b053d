import type { Document } from 'bson';
import { type Execution, type FindQuery, QueryRun } from '../../queries/query.ts';
import { PAUSE, type Steps } from '../../scheduling/scheduler.ts';
import { type Index, isAbsent } from '../../storage/collection.ts';
import { unsupported } from '../../values/error.ts';
import { type Fields, oneOf } from '../../values/fields.ts';
import { Command, GENERIC, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { AGGREGATE, AGGREGATED, readPipeline } from './aggregate.ts';
import { FIND, findQuery } from './find.ts';

export const EXPLAIN: Fields = { verbosity: oneOf('queryPlanner', 'executionStats', 'allPlansExecution') };

/**
 * Replies with the plan of a read, in MongoDB's form: COLLSCAN, or FETCH over IXSCAN; and SORT for a sort in memory.
 */
export async function explain({ engine, command, deadline }: Context): Promise<Document> {
  const body = { ...requireDocument(command.value('explain'), 'explain'), $db: command.db };
  const inner = new Command({ body, sequences: new Map() });
  const query = queryOf(inner);
  const isPlanned = command.text('verbosity') === 'queryPlanner';
  const collection = engine.collection(inner);
  const { run, executionStats } = await engine.read(undefined, function* (source) {
    const run = new QueryRun(collection, query, source, deadline);
    return { run, executionStats: isPlanned ? {} : yield* statsOf(run) };
  });
  const winningPlan = isAbsent(collection) ? { stage: 'EOF' } : planOf(run.execution, query);
  const queryPlanner = { namespace: inner.ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] };
  const planned = { explainVersion: '1', queryPlanner, command: body, ok: 1 };
  return isPlanned ? planned : { ...planned, executionStats };
}

function queryOf(inner: Command): FindQuery {
  if (inner.name === 'find') {
    inner.check({ ...GENERIC, ...FIND });
    return findQuery(inner);
  }
  if (inner.name !== 'aggregate') throw unsupported(`explain of ${inner.name}`);
  inner.check({ ...GENERIC, ...AGGREGATE }, AGGREGATED);
  return readPipeline(inner).query;
}

function* statsOf(run: QueryRun): Steps<Document> {
  let nReturned = 0;
  for (const stored of run.documents()) {
    if (stored === PAUSE) yield PAUSE;
    else nReturned++;
  }
  return {
    nReturned,
    totalKeysExamined: run.execution.keysExamined,
    totalDocsExamined: run.execution.docsExamined,
  };
}

function planOf({ scan, blockingSort }: Execution, query: FindQuery): Document {
  let plan: Document = { stage: 'COLLSCAN', direction: 'forward' };
  if (scan) plan = { stage: 'FETCH', inputStage: indexStage(scan.index, scan.reverse) };
  if (blockingSort) plan = { stage: 'SORT', sortPattern: query.sort, inputStage: plan };
  if (query.skip) plan = { stage: 'SKIP', skipAmount: query.skip, inputStage: plan };
  if (query.limit !== undefined) plan = { stage: 'LIMIT', limitAmount: query.limit, inputStage: plan };
  return plan;
}

const indexStage = (index: Index, reverse: boolean): Document => ({
  stage: 'IXSCAN',
  keyPattern: index.spec.key,
  indexName: index.name,
  direction: reverse ? 'backward' : 'forward',
});
