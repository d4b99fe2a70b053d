import type { Document } from 'bson';
import { type Execution, type FindQuery, QueryRun } from '../../queries/query.ts';
import type { Index } from '../../storage/collection.ts';
import { unsupported } from '../../values/error.ts';
import { Command, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { splitPipeline } from './aggregate.ts';
import { countQuery, distinctQuery } from './count.ts';
import { findQuery } from './find.ts';

const FIELDS = new Set(['verbosity']);

/** How a read is done, in MongoDB's shape: COLLSCAN, or FETCH over IXSCAN, and SORT where memory sorts. */
export function explain(context: Context): Document {
  const { engine, command, deadline } = context;
  command.allow(FIELDS);
  const body = { ...requireDocument(command.value('explain'), 'explain'), $db: command.db };
  const inner = new Command({ body, sequences: new Map() });
  const query = innerQuery(inner);
  const collection = engine.catalog.get(inner.ns);
  const run = collection && new QueryRun(collection, query, engine.latest, deadline);
  const winningPlan = run ? planOf(run.execution, query) : { stage: 'EOF' };
  const queryPlanner = { namespace: inner.ns, parsedQuery: query.filter, winningPlan, rejectedPlans: [] };
  const planned = { explainVersion: '1', queryPlanner, command: body, ok: 1 };
  if (command.text('verbosity') === 'queryPlanner') return planned;
  return { ...planned, executionStats: executionStats(run) };
}

function innerQuery(command: Command): FindQuery {
  switch (command.name) {
    case 'find':
      return findQuery(command);
    case 'count':
      return countQuery(command);
    case 'distinct':
      return distinctQuery(command);
    case 'aggregate':
      return splitPipeline(command.documents('pipeline'), command.value('hint')).query;
    default:
      throw unsupported(`explain of ${command.name}`);
  }
}

function executionStats(run: QueryRun | undefined): Document {
  const start = performance.now();
  let nReturned = 0;
  for (const _ of run?.documents() ?? []) nReturned++;
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis: Math.round(performance.now() - start),
    totalKeysExamined: run?.execution.keysExamined ?? 0,
    totalDocsExamined: run?.execution.docsExamined ?? 0,
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
  isMultiKey: index.multikey,
  isUnique: index.unique,
  direction: reverse ? 'backward' : 'forward',
});
