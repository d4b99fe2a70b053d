import type { Binary, Document } from 'bson';
import { noSuchTransaction, type Session } from '../../transactions/sessions.ts';
import { MongoError } from '../../values/error.ts';
import { BINARY, listOf, object, required, UUID } from '../../values/fields.ts';
import type { Context } from '../context.ts';

export async function commitTransaction(context: Context): Promise<Document> {
  const { engine } = context;
  const { session, number } = transactionOf(context);
  const transaction = session.transaction;
  if (session.committed && session.number === number) return { ok: 1 };
  await transaction?.working;
  // If a commit is already running, `commit` below returns its promise.
  if (transaction?.number !== number || transaction.state === 'aborted') throw noSuchTransaction(number);
  engine.endReads(transaction);
  // Meanwhile, the session may start a newer number, whose record must not be overwritten.
  const isNewest = () => session.number === number;
  await transaction.commit((writer) => {
    if (isNewest()) engine.sessions.record(session, { committed: true }, writer);
  });
  if (isNewest()) session.committed = true;
  return { ok: 1 };
}

export function abortTransaction(context: Context): Document {
  const { session, number } = transactionOf(context);
  const transaction = session.transaction;
  if (transaction?.number !== number || transaction.state !== 'open') throw noSuchTransaction(number);
  context.engine.abort(transaction);
  return { ok: 1 };
}

function transactionOf({ command, session }: Context): { session: Session; number: bigint } {
  const number = command.txnNumber;
  if (session && number !== undefined) return { session, number };
  throw new MongoError(125, 'CommandFailed', `${command.name} must be run within a transaction`);
}

export const SESSIONS = listOf(object({ id: required(UUID), uid: BINARY }));

export function endSessions({ engine, command }: Context): Document {
  const ended = command.value(command.name) as { id: Binary }[];
  engine.endSessions(ended.map(({ id }) => Buffer.from(id.value())));
  return { ok: 1 };
}
