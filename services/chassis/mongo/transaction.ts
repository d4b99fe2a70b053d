import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Connection, mongo } from 'mongoose';
import { AppError, LostRace, outcomeUnknown } from '../domain/errors.ts';

const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;
/** Milliseconds. */
const MAX_PAUSE = 200;
/** Codes of a server that goes down, or is not the primary (any more). The driver retries them once. */
const GOING_AWAY = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
/**
 * Codes of a server that is up and cannot answer now: it is over its time, has too few replicas, or refuses our
 * credentials.
 */
const NOT_ABLE = [13, 18, 50, 64, 100, 133, 202];
const OUTAGES: ReadonlySet<unknown> = new Set([...GOING_AWAY, ...NOT_ABLE]);

/** Codes of a server whose disk or memory has no room for a write. The write has not happened, and reads go on. */
const OUT_OF_SPACE: ReadonlySet<unknown> = new Set([14031, 146]);

/** Code of a server that does not know the transaction (any more): it was restarted, or has ended the transaction. */
const NO_SUCH_TRANSACTION = 251;

/** Codes of Node for a socket that the other side has just closed. The driver passes them on. */
const BROKEN_SOCKET: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** An attempt of a transaction. */
export interface Attempt {
  /** Milliseconds that it waited for its turn: no part of what another try takes. */
  waited: number;
}

export type Work<T> = (session: ClientSession, attempt: Attempt) => Promise<T>;

/**
 * Runs `work` in a transaction and runs it again, with jitter, as long as the server calls its failure transient.
 * `work` may therefore run several times and must have no effect but on the session.
 * `deadline` is in epoch milliseconds. Errors: LostRace; outcome_unknown when the commit got no answer;
 * upstream_unavailable when the database cannot be reached; what `work` throws.
 */
export async function runTransaction<T>(connection: Connection, work: Work<T>, deadline: number): Promise<T> {
  const session = await connection.startSession().catch(rethrowTranslated);
  try {
    for (let tries = 1; ; tries++) {
      const start = Date.now();
      const attempt = { waited: 0 };
      try {
        session.startTransaction(OPTIONS);
        const result = await work(session, attempt).catch((error) => abort(session, error));
        await commit(session, deadline);
        return result;
      } catch (error) {
        if (!isTransient(error)) throw databaseFault(error);
        const pause = Math.random() * Math.min(MAX_PAUSE, 2 ** tries);
        // An attempt that the deadline would cut short would leave the caller in doubt.
        const next = pause + Date.now() - start - attempt.waited;
        if (Date.now() + next >= deadline) throw outOfTime(error);
        await delay(pause);
      }
    }
  } finally {
    await session.endSession();
  }
}

async function abort(session: ClientSession, error: unknown): Promise<never> {
  await session.abortTransaction().catch(() => undefined);
  throw error;
}

/**
 * A commit without an answer is asked again: the server answers for the one transaction, however often it is asked.
 * To run the work again instead could make its effect twice.
 */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await session.commitTransaction();
    } catch (error) {
      if (!hasLabel(error, 'UnknownTransactionCommitResult') && !isOutage(error)) throw error;
      if (Date.now() >= deadline) {
        throw outcomeUnknown('The database was lost while it wrote', error);
      }
      await delay(Math.random() * Math.min(MAX_PAUSE, 2 ** attempt));
    }
  }
}

/**
 * An error as callers know it: a database that cannot be reached, or that has no room for a write, is unavailable; all
 * else stays what it is.
 */
export function databaseFault(error: unknown): unknown {
  if (isOutOfSpace(error)) {
    return new AppError('upstream_unavailable', 'The database has no room left', { retryAfter: 5, cause: error });
  }
  return isOutage(error) ? unavailable(error) : error;
}

const unavailable = (cause: unknown) =>
  new AppError('upstream_unavailable', 'The database is unavailable', { retryAfter: 2, cause });

/** Whether what was written is at fault, and not the database or a lost race. */
export function isFaultOfItsOwn(error: unknown): boolean {
  return !(databaseFault(error) instanceof AppError);
}

/**
 * True for an error of the work after which the transaction may be run again: a lost race, a lost connection. The driver
 * labels no error of a connection that broke after another one to the same server.
 */
function isTransient(error: unknown): boolean {
  return hasLabel(error, 'TransientTransactionError') || isBroken(rootOf(error));
}

const isBroken = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError || BROKEN_SOCKET.has((error as NodeJS.ErrnoException | undefined)?.code);

/** True for a write that met one of a transaction that still runs, or that committed meanwhile. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 112;
}

/** True for a write that a unique index refused. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000;
}

/**
 * The field of `fields` whose value a unique index `{orgId, field}` refused, with that value; undefined for any other
 * error.
 */
export function takenValue(error: unknown, fields: readonly string[]): { field: string; value: unknown } | undefined {
  if (!isDuplicateKey(error)) return undefined;
  const field = fields.find((name) => (error as Error).message.includes(` orgId_1_${name}_1 `));
  // A bulk says which document was refused, a single write which values were.
  const refused = error instanceof mongo.MongoBulkWriteError ? firstRefused(error) : (error as Refused).keyValue;
  return field === undefined ? undefined : { field, value: refused?.[field] };
}

interface Refused {
  keyValue?: Record<string, unknown>;
}

function firstRefused({ writeErrors }: mongo.MongoBulkWriteError): Record<string, unknown> | undefined {
  const [first] = Array.isArray(writeErrors) ? writeErrors : [writeErrors];
  return first?.getOperation() as Record<string, unknown> | undefined;
}

/** The error, so marked that the transaction is run again. */
export function asLostRace(error: unknown): unknown {
  if (error instanceof mongo.MongoError) error.addErrorLabel('TransientTransactionError');
  return error;
}

/** Two that are first to insert a document: the loser comes again. Throws `error`, so marked where it is such a one. */
export function rethrowLostInsert(error: unknown): never {
  throw isDuplicateKey(error) ? asLostRace(error) : error;
}

function rethrowTranslated(error: unknown): never {
  throw databaseFault(error);
}

function outOfTime(error: unknown): unknown {
  const root = rootOf(error);
  const isForgotten = root instanceof mongo.MongoServerError && root.code === NO_SUCH_TRANSACTION;
  if (isForgotten || isOutage(error)) return unavailable(error);
  return new LostRace(error);
}

function isOutOfSpace(thrown: unknown): boolean {
  const error = rootOf(thrown);
  return error instanceof mongo.MongoServerError && OUT_OF_SPACE.has(error.code);
}

function isOutage(thrown: unknown): boolean {
  const error = rootOf(thrown);
  if (isBroken(error) || error instanceof mongo.MongoServerSelectionError) return true;
  if (error instanceof mongo.MongoNotConnectedError || error instanceof mongo.MongoTopologyClosedError) return true;
  if (error instanceof mongo.MongoServerError && OUTAGES.has(error.code)) return true;
  // The driver exports no class for these errors.
  const known = /buffering timed out|MongooseServerSelection|WaitQueueTimeout/;
  return error instanceof Error && known.test(`${error.name} ${error.message}`);
}

/** A bulk that meets a lost connection throws an error of its own around it. */
function rootOf(error: unknown): unknown {
  const inner: unknown = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return inner instanceof mongo.MongoError ? inner : error;
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongo.MongoError && error.hasErrorLabel(label);
}
