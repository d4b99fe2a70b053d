import type { Document } from 'bson';
import type { Engine } from '../engine.ts';
import { Deadline } from '../scheduling/deadline.ts';
import { noSuchTransaction, type Session, tooOld } from '../transactions/sessions.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { MongoError, unsupported } from '../values/error.ts';
import { Command } from './command.ts';
import { aggregate } from './commands/aggregate.ts';
import { saslContinue, saslStart } from './commands/authentication.ts';
import {
  collStats,
  create,
  dbStats,
  drop,
  dropDatabase,
  listCollections,
  listDatabases,
  renameCollection,
} from './commands/collections.ts';
import { count, distinct } from './commands/count.ts';
import { getMore, killCursors } from './commands/cursor.ts';
import { deleteDocuments } from './commands/delete.ts';
import { explain } from './commands/explain.ts';
import { find } from './commands/find.ts';
import { findAndModify } from './commands/find-and-modify.ts';
import { createIndexes, dropIndexes, listIndexes } from './commands/indexes.ts';
import { insert } from './commands/insert.ts';
import { buildInfo, connectionStatus, getParameter, hello, ping, serverStatus } from './commands/server-info.ts';
import { abortTransaction, commitTransaction, endSessions } from './commands/sessions.ts';
import { update } from './commands/update.ts';
import type { Connection, Context, Handler, Reply } from './context.ts';
import type { Request } from './wire.ts';

const WRITES: Record<string, Handler> = {
  insert,
  update,
  delete: deleteDocuments,
  findAndModify,
  findandmodify: findAndModify,
};
const IN_TRANSACTIONS: Record<string, Handler> = { ...WRITES, find, aggregate, distinct, getMore, killCursors };
const HANDLERS: Record<string, Handler> = {
  ...IN_TRANSACTIONS,
  hello,
  isMaster: hello,
  ismaster: hello,
  ping,
  buildInfo,
  buildinfo: buildInfo,
  serverStatus,
  connectionStatus,
  getParameter,
  count,
  explain,
  createIndexes,
  listIndexes,
  dropIndexes,
  create,
  drop,
  dropDatabase,
  renameCollection,
  listCollections,
  listDatabases,
  collStats,
  collstats: collStats,
  dbStats,
  dbstats: dbStats,
  commitTransaction,
  abortTransaction,
  endSessions,
  refreshSessions: ping,
  saslStart,
  saslContinue,
};

/** What tells nothing of the data, and what a client needs to authenticate. */
const BEFORE_AUTHENTICATION: ReadonlySet<Handler> = new Set([hello, ping, buildInfo, saslStart, saslContinue]);

/** Runs a command. @throws MongoError as the client is to see it */
export async function dispatch(engine: Engine, request: Request, connection: Connection): Promise<Reply> {
  const command = new Command(request);
  const handler = Object.hasOwn(HANDLERS, command.name) ? HANDLERS[command.name] : undefined;
  if (!handler) throw new MongoError(59, 'CommandNotFound', `no such command: '${command.name}'`);
  if (!connection.authentication.passed && !BEFORE_AUTHENTICATION.has(handler)) {
    throw new MongoError(13, 'Unauthorized', `Command ${command.name} requires authentication`);
  }
  const number = command.txnNumber;
  const id = number === undefined ? undefined : command.sessionId;
  const session = id && engine.sessions.get(id);
  const deadline = new Deadline(command.number('maxTimeMS'), engine.scheduler);
  const context = {
    engine,
    command,
    session,
    transaction: undefined,
    retryable: false,
    deadline,
    connection,
  };
  checkReadConcern(command);
  if (command.value('autocommit') === false) return inTransaction(handler, context);
  if (number === undefined || !session) return handler(context);
  if (!Object.hasOwn(WRITES, command.name)) {
    throw new MongoError(
      50768,
      'NotARetryableWriteCommand',
      `txnNumber may only be provided for retryable writes: ${command.name}`,
    );
  }
  return once(engine, session, number, () => handler({ ...context, retryable: true }));
}

function checkReadConcern(command: Command): void {
  if (command.document('readConcern')?.level === 'snapshot' && command.value('autocommit') === undefined) {
    throw unsupported('readConcern snapshot outside of a transaction');
  }
}

/** A write that is sent again under its number is answered again, not made again. */
function once(engine: Engine, session: Session, number: bigint, make: () => Promise<Reply> | Reply): Promise<Document> {
  if (number < session.number) throw tooOld(number, session.number);
  if (number === session.number && session.reply) return session.reply;
  if (session.transaction) engine.abort(session.transaction);
  const reply = Promise.resolve().then(make);
  Object.assign(session, { number, reply, transaction: undefined, committed: false });
  reply.catch(() => {
    if (session.reply === reply) session.reply = undefined;
  });
  return reply;
}

async function inTransaction(handler: Handler, context: Context): Promise<Reply> {
  const { engine, command, session, connection } = context;
  const number = command.txnNumber;
  if (!session || number === undefined)
    throw new MongoError(72, 'InvalidOptions', 'a transaction needs lsid and txnNumber');
  if (handler === commitTransaction || handler === abortTransaction) return handler(context);
  const transaction = command.flag('startTransaction') ? begin(engine, session, number) : ongoing(session, number);
  transaction.connectionId = connection.id;
  if (!Object.values(IN_TRANSACTIONS).includes(handler)) {
    engine.abort(transaction);
    throw new MongoError(
      263,
      'OperationNotSupportedInTransaction',
      `Cannot run '${command.name}' in a multi-document transaction.`,
    );
  }
  try {
    const reply = await handler({ ...context, transaction });
    // As in MongoDB a write that fails ends its transaction, whatever the client does next.
    if ('writeErrors' in reply) engine.abort(transaction);
    return reply;
  } catch (error) {
    engine.abort(transaction);
    throw error;
  }
}

function begin(engine: Engine, session: Session, number: bigint): Transaction {
  if (number <= session.number) throw tooOld(number, session.number);
  if (session.transaction) engine.abort(session.transaction);
  const transaction = engine.begin(number);
  Object.assign(session, { number, reply: undefined, transaction, committed: false });
  return transaction;
}

function ongoing(session: Session, number: bigint): Transaction {
  const { transaction } = session;
  if (transaction?.number === number && transaction.state === 'open') return transaction;
  throw noSuchTransaction(number);
}
