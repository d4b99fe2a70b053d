import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Connection, mongo } from 'mongoose';
import { AppError, LostRace, outcomeUnknown } from '../domain/errors.ts';

const OPTIONS = { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } } as const;
/** Maximum milliseconds between two attempts. */
const MAX_PAUSE = 200;
/** Error codes of a server that stops, or is not the primary. The driver retries them once. */
const GOING_AWAY = [6, 7, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436];
/**
 * Error codes of a running server that cannot answer now: its time is over, it has too few replicas, or it refuses our
 * credentials.
 */
const NOT_ABLE = [13, 18, 50, 64, 100, 133, 202];
const OUTAGES: ReadonlySet<unknown> = new Set([...GOING_AWAY, ...NOT_ABLE]);

/** Error codes of a server whose disk or memory is full. The write had no effect, and reads still work. */
const OUT_OF_SPACE: ReadonlySet<unknown> = new Set([14031, 146]);

/** Error code of a server that does not know the transaction: it was restarted, or has ended the transaction. */
const NO_SUCH_TRANSACTION = 251;

/** Error codes of Node for a socket that the server has closed. The driver passes them on. */
const BROKEN_SOCKET: ReadonlySet<unknown> = new Set(['EPIPE', 'ECONNRESET', 'ERR_STREAM_DESTROYED']);

/** An attempt to run a transaction. */
export interface Attempt {
  /** Milliseconds that the attempt waited for its turn. The next attempt does not need them again. */
  waited: number;
}

export type Work<T> = (session: ClientSession, attempt: Attempt) => Promise<T>;

/**
 * Runs `work` in a transaction, and after a transient error runs it again after a random pause. So `work` may run
 * several times, and must have no effect outside of the session. `deadline`: epoch milliseconds. Errors: LostRace at
 * the deadline; outcome_unknown if the commit got no answer; upstream_unavailable if the database cannot be reached;
 * the errors of `work`.
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
        // If the deadline interrupted another attempt, the caller would not know its outcome.
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
 * Repeats a commit that got no answer. The server gives the same answer for the transaction each time. Running the work
 * again instead could make its effect twice.
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
 * Turns an error of the database into an AppError: upstream_unavailable if it cannot be reached, or has no space for a
 * write. Returns any other error unchanged.
 */
export function databaseFault(error: unknown): unknown {
  if (isOutOfSpace(error)) {
    return new AppError('upstream_unavailable', 'The database has no room left', { retryAfter: 5, cause: error });
  }
  return isOutage(error) ? unavailable(error) : error;
}

const unavailable = (cause: unknown) =>
  new AppError('upstream_unavailable', 'The database is unavailable', { retryAfter: 2, cause });

/** True if the written data is the reason for the error, and not the database or a lost race. */
export function isFaultOfItsOwn(error: unknown): boolean {
  return !(databaseFault(error) instanceof AppError);
}

/**
 * True for an error after which the transaction may run again: a lost race or a lost connection. The driver labels such
 * errors, except for a connection that breaks after another one to the same server.
 */
function isTransient(error: unknown): boolean {
  return hasLabel(error, 'TransientTransactionError') || isBroken(rootOf(error));
}

const isBroken = (error: unknown): boolean =>
  error instanceof mongo.MongoNetworkError || BROKEN_SOCKET.has((error as NodeJS.ErrnoException | undefined)?.code);

/** True for a write that conflicts with another transaction, which still runs or has committed meanwhile. */
export function isWriteConflict(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 112;
}

/** True for a write that a unique index refused. */
export function isDuplicateKey(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === 11000;
}

/**
 * The field of `fields` whose value a unique index `{orgId, field}` has refused, and the value; undefined for any other
 * error.
 */
export function refusedValue(error: unknown, fields: readonly string[]): { field: string; value: unknown } | undefined {
  if (!isDuplicateKey(error)) return undefined;
  const field = fields.find((name) => (error as Error).message.includes(` orgId_1_${name}_1 `));
  // The error of a bulk write has the refused document. The error of a single write has the refused values.
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

/** Labels the error, so that the transaction runs again. */
export function asLostRace(error: unknown): unknown {
  if (error instanceof mongo.MongoError) error.addErrorLabel('TransientTransactionError');
  return error;
}

/**
 * Throws `error`. If two transactions insert the same document, the error of the loser is labelled, so that it runs
 * again.
 */
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

/** The error inside a bulk write's error: a lost connection is wrapped in one. */
function rootOf(error: unknown): unknown {
  const inner: unknown = error instanceof mongo.MongoBulkWriteError ? error.errorResponse : undefined;
  return inner instanceof mongo.MongoError ? inner : error;
}

function hasLabel(error: unknown, label: string): boolean {
  return error instanceof mongo.MongoError && error.hasErrorLabel(label);
}
