import type { Document, Long } from 'bson';
import { MongoError } from '../../values/error.ts';
import { COUNT, type Fields, LONG, listOf, required, STRING } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

export const GET_MORE: Fields = { collection: required(STRING), batchSize: COUNT };
export const KILL: Fields = { cursors: required(listOf(LONG)) };

export async function getMore({ engine, command, transaction }: Context): Promise<CursorBatch> {
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
  const ids = command.value('cursors');
  const killed: unknown[] = [];
  const missing: unknown[] = [];
  for (const id of Array.isArray(ids) ? ids : [])
    (engine.cursors.close(BigInt(String(id))) ? killed : missing).push(id);
  return { cursorsKilled: killed, cursorsNotFound: missing, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
}
