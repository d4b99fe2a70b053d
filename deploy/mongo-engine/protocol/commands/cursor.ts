import type { Document, Long } from 'bson';
import { MongoError } from '../../values/error.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

const GET_MORE = new Set(['collection', 'batchSize']);
const KILL = new Set(['cursors']);

export async function getMore({ engine, command, transaction }: Context): Promise<CursorBatch> {
  command.allow(GET_MORE);
  const id = BigInt(String(command.value('getMore') as Long));
  const batchSize = command.limit('batchSize') ?? Number.MAX_SAFE_INTEGER;
  const {
    rows,
    id: left,
    ns,
  } = await engine.scheduler.run(engine.cursors.next(id, batchSize, transaction), transaction);
  if (ns !== `${command.db}.${command.text('collection')}`) {
    throw new MongoError(13, 'Unauthorized', `cursor id ${id} belongs to another collection`);
  }
  return new CursorBatch('nextBatch', rows, left, ns);
}

export function killCursors({ engine, command }: Context): Document {
  command.allow(KILL);
  const ids = command.value('cursors');
  const killed: unknown[] = [];
  const missing: unknown[] = [];
  for (const id of Array.isArray(ids) ? ids : [])
    (engine.cursors.close(BigInt(String(id))) ? killed : missing).push(id);
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}
