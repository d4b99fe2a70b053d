import type { Document, Long } from 'bson';
import { type Cursor, type Cursors, DEFAULT_FIRST_BATCH } from '../../queries/cursors.ts';
import { type FindQuery, QueryRun } from '../../queries/query.ts';
import { PAUSE, type Pause } from '../../scheduling/scheduler.ts';
import { COUNT, type Fields, LONG, listOf, required, STRING } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

export const GET_MORE: Fields = { collection: required(STRING), batchSize: COUNT };
export const KILL: Fields = { cursors: required(listOf(LONG)) };

interface Reading {
  query: FindQuery;
  rowsOf(run: QueryRun): Cursor['rows'];
  batchSize: number | undefined;
  isSingle: boolean;
}

/** Runs the query that `plan` returns, and replies with its first batch. */
export async function openCursor(context: Context, plan: () => Reading): Promise<CursorBatch> {
  const { engine, command, transaction } = context;
  const { rows, id } = await engine.scheduler.run(firstBatch(context, plan), transaction);
  return new CursorBatch('firstBatch', rows, id, command.ns);
}

function* firstBatch(context: Context, plan: () => Reading): ReturnType<Cursors['open']> {
  const { engine, command, transaction, deadline } = context;
  // Starts to watch the time, because planning may take long, too.
  deadline.check();
  const { query, rowsOf, batchSize = DEFAULT_FIRST_BATCH, isSingle } = plan();
  const source = transaction ?? engine.snapshot();
  const run = new QueryRun(engine.collection(command, transaction), query, source, deadline);
  const cursor = {
    ns: command.ns,
    rows: rowsOf(run),
    deadline,
    snapshot: transaction ? undefined : source.reader,
    isGone: () => run.isGone(),
    owner: transaction,
    session: command.sessionId?.toString('latin1'),
  };
  return yield* engine.cursors.open(cursor, batchSize, isSingle);
}

/** The stored bytes, which are sent unchanged. */
export function* bytesOf(run: QueryRun): Generator<Uint8Array | Pause, void> {
  for (const stored of run.documents()) yield stored === PAUSE ? PAUSE : stored.bytes;
}

export async function getMore({ engine, command, transaction, deadline }: Context): Promise<CursorBatch> {
  const id = BigInt(String(command.value('getMore') as Long));
  const batchSize = command.limit('batchSize') ?? Number.MAX_SAFE_INTEGER;
  const ns = `${command.db}.${command.text('collection')}`;
  const next = engine.cursors.next(id, batchSize, { ns, deadline, owner: transaction });
  const { rows, id: left } = await engine.scheduler.run(next, transaction);
  return new CursorBatch('nextBatch', rows, left, ns);
}

export function killCursors({ engine, command }: Context): Document {
  const ids = command.value('cursors');
  const killed: unknown[] = [];
  const missing: unknown[] = [];
  for (const id of Array.isArray(ids) ? ids : [])
    (engine.cursors.close(BigInt(String(id))) ? killed : missing).push(id);
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}
