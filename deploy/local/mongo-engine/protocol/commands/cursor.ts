import type { Document, Long } from 'bson';
import { COUNT, type Fields, LONG, listOf, required, STRING } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

export const GET_MORE: Fields = { collection: required(STRING), batchSize: COUNT };
export const KILL: Fields = { cursors: required(listOf(LONG)) };

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
