import type { Document } from 'bson';
import type { Engine } from '../engine.ts';
import { Deadline } from '../scheduling/deadline.ts';
import { toBoolean } from '../storage/bson.ts';
import { noSuchTransaction, notInTransaction, type Resumed, type Session, tooOld } from '../transactions/sessions.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { MongoError, unsupported } from '../values/error.ts';
import { Command } from './command.ts';
import { BEFORE_AUTHENTICATION, COMMANDS, type Declared } from './commands/commands.ts';
import type { Connection, Context, Reply } from './context.ts';
import type { Request } from './wire.ts';

/** Runs a command. @throws MongoError, which is the reply to the client */
export async function dispatch(engine: Engine, request: Request, connection: Connection): Promise<Reply> {
  if (request.failure) throw request.failure;
  const command = new Command(request);
  const declared = Object.hasOwn(COMMANDS, command.name) ? COMMANDS[command.name] : undefined;
  if (!declared) throw noSuchCommand(command.name);
  if (!connection.authentication.passed && !BEFORE_AUTHENTICATION.has(declared.run)) {
    throw new MongoError(13, 'Unauthorized', `Command ${command.name} requires authentication`);
  }
  command.check(declared.fields, declared.main);
  // As in MongoDB, a write continues when its client has disconnected.
  const caller = declared.kind === 'write' ? undefined : connection;
  const deadline = new Deadline(command.number('maxTimeMS'), engine.scheduler, caller);
  const { statements } = declared;
  if (statements) await engine.scheduler.run(command.checkStatements(statements.field, statements.entries, deadline));
  return answer(engine, command, declared, connection, deadline);
}

/** The engine has only the commands that our services send. */
const noSuchCommand = (name: string): MongoError =>
  new MongoError(
    59,
    'CommandNotFound',
    `no such command: '${name}'. The embedded engine does not have it; set MONGODB_URL to a MongoDB`,
  );

async function answer(
  engine: Engine,
  command: Command,
  declared: Declared,
  connection: Connection,
  deadline: Deadline,
): Promise<Reply> {
  // Before authentication, a connection has no session.
  const number = connection.authentication.passed ? command.txnNumber : undefined;
  const id = number === undefined ? undefined : command.sessionId;
  if (number !== undefined && !id)
    throw invalidOptions('Transaction number requires a session ID to also be specified');
  const inTransactions = command.value('autocommit') === false;
  if (number !== undefined && !inTransactions && declared.kind !== 'write') {
    throw new MongoError(
      50768,
      'NotARetryableWriteCommand',
      `txnNumber may only be provided for retryable writes: ${command.name}`,
    );
  }
  const session = id && engine.sessions.get(id);
  const context = {
    engine,
    command,
    session,
    transaction: undefined,
    retryable: false,
    resumed: undefined,
    deadline,
    connection,
  };
  checkReadConcern(command);
  if (inTransactions) return inTransaction(declared, context);
  if (number === undefined || !session) return declared.run(context);
  return once(engine, session, number, (resumed) => declared.run({ ...context, retryable: true, resumed }));
}

function checkReadConcern(command: Command): void {
  if (command.document('readConcern')?.level === 'snapshot' && command.value('autocommit') === undefined) {
    throw unsupported('readConcern snapshot outside of a transaction');
  }
}

/**
 * Runs a retryable write only once. If the client sends the same number again, returns the stored reply, or continues
 * an unfinished write.
 */
function once(
  engine: Engine,
  session: Session,
  number: bigint,
  make: (resumed: Resumed | undefined) => Promise<Reply> | Reply,
): Promise<Document> {
  if (number < session.number) throw tooOld(number, session.number);
  if (number === session.number && (session.transaction || session.committed)) throw notRetried();
  if (number === session.number && session.reply) return session.reply;
  const { reply: known, next } = (number === session.number && engine.sessions.outcome(session)) || {};
  if (known && next === undefined) return Promise.resolve(known);
  if (session.transaction) engine.abort(session.transaction);
  const reply = Promise.resolve().then(() => make(known && next !== undefined ? { reply: known, next } : undefined));
  Object.assign(session, { number, reply, transaction: undefined, committed: false });
  const forget = () => {
    if (session.reply === reply) session.reply = undefined;
  };
  reply.then(forget, forget);
  return reply;
}

async function inTransaction(declared: Declared, context: Context): Promise<Reply> {
  const { engine, command, session, connection } = context;
  const number = command.txnNumber;
  if (!session || number === undefined) throw invalidOptions('a transaction needs lsid and txnNumber');
  if (declared.kind === 'end') return declared.run(context);
  if (command.has('writeConcern'))
    throw invalidOptions('writeConcern is not allowed within a multi-statement transaction');
  if (command.document('readConcern')?.level !== undefined && !command.flag('startTransaction'))
    throw invalidOptions('Only the first command in a transaction may specify a readConcern');
  const transaction = command.flag('startTransaction') ? begin(engine, session, number) : ongoing(session, number);
  transaction.continueOn(connection.id);
  if (declared.kind === 'alone') {
    engine.abort(transaction);
    throw notInTransaction(`run '${command.name}'`);
  }
  try {
    // A collection that a transaction creates is visible immediately, and remains (empty) if the transaction is
    // aborted.
    if (makesDocuments(command)) await engine.ensureCollection(command.db, command.collection);
    const reply = await declared.run({ ...context, transaction });
    // As in MongoDB, a failed write ends its transaction, even if the client continues to use it.
    if ('writeErrors' in reply) engine.abort(transaction);
    return reply;
  } catch (error) {
    engine.abort(transaction);
    throw error;
  }
}

/** True for inserts and upserts. */
function makesDocuments(command: Command): boolean {
  if (command.name === 'update') return [...command.documents('updates')].some(({ upsert }) => toBoolean(upsert));
  return command.name === 'insert' || command.flag('upsert');
}

/** MongoDB's error for a retryable write with the number of a transaction, whatever the outcome of the transaction. */
const notRetried = (): MongoError =>
  invalidOptions('Must specify autocommit=false on all operations of a multi-statement transaction.');

const invalidOptions = (message: string): MongoError => new MongoError(72, 'InvalidOptions', message);

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
