import type { Document } from 'bson';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
import type { Kind } from '../storage/store.ts';
import { ClaimHeld, type Holder } from '../transactions/claims.ts';
import { DirectWrites } from '../transactions/direct-writes.ts';
import type { WriteTarget } from '../transactions/source.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { MongoError } from '../values/error.ts';
import type { Context } from './context.ts';
import { Selection } from './selection.ts';

/**
 * Runs one statement of a write command, or continues it: `selection` holds its progress. Outside transactions, a pause
 * abandons the generator; the statement then starts again with the same selection.
 * @returns true if the next statement is to run
 */
export type Statement = (target: WriteTarget, index: number, selection: Selection) => Steps<boolean>;

/** MongoDB: maxWriteBatchSize. */
const MAX_BATCH = 100_000;

/** The progress of a command: its next statement, and the progress of that statement. */
interface Progress {
  next: number;
  selection: Selection;
}

/**
 * Runs the statements of a write command. Outside transactions, they take as few batches of the store as possible.
 * `reply` makes the reply when all statements are done. A retryable write stores, with each batch, its progress and the
 * reply so far.
 */
export async function runStatements(
  context: Context,
  count: number,
  statement: Statement,
  reply: () => Document,
  kind?: Kind,
): Promise<Document> {
  const { engine, transaction, deadline, resumed } = context;
  if (count < 1 || count > MAX_BATCH)
    throw new MongoError(
      16,
      'InvalidLength',
      `Write batch sizes must be between 1 and ${MAX_BATCH}. Got ${count} operations.`,
    );
  if (transaction) return runInTransaction(context, transaction, count, statement, reply);
  const progress: Progress = { next: resumed?.next ?? 0, selection: new Selection() };
  for (;;) {
    const { holder, isDone, interruption } = await runBatch(context, count, statement, reply, progress, kind);
    if (interruption) throw interruption;
    if (isDone) return reply();
    if (holder) await deadline.wait(holder.finished);
    else if (progress.selection.isSought)
      await engine.read(undefined, (source) => progress.selection.search(source, deadline));
  }
}

/**
 * Waits until the transaction's earlier command has ended, because a session runs its commands one after the other. A
 * commit waits in the same way.
 */
async function runInTransaction(
  { engine, deadline }: Context,
  transaction: Transaction,
  count: number,
  statement: Statement,
  reply: () => Document,
): Promise<Document> {
  await transaction.working;
  const steps = function* (): Steps<Document> {
    for (let i = 0; i < count; i++) {
      if (deadline.check() && i > 0) yield PAUSE;
      if (!(yield* statement(transaction, i, new Selection()))) break;
    }
    return reply();
  };
  const running = engine.scheduler.run(steps(), transaction);
  if (running instanceof Promise) transaction.working = running.catch(() => undefined);
  return running;
}

/**
 * `holder`: the transaction that must end before the command can continue. `isDone`: all statements are done.
 * `interruption`: the error that has ended the command; its finished statements stay.
 */
interface BatchResult {
  holder?: Holder;
  isDone: boolean;
  interruption?: MongoError;
}

function runBatch(
  { engine, session, retryable, deadline, command }: Context,
  count: number,
  statement: Statement,
  reply: () => Document,
  progress: Progress,
  kind?: Kind,
): Promise<BatchResult> {
  const { next: first } = progress;
  const work = (target: WriteTarget): BatchResult => {
    while (progress.next < count) {
      // The first statement of each batch always starts, so that each batch makes progress.
      if (deadline.check() && progress.next > first) return { isDone: false };
      const steps = statement(target, progress.next, progress.selection);
      const step = steps.next();
      if (!step.done) {
        steps.return(false);
        return { isDone: false };
      }
      progress.next = step.value ? progress.next + 1 : count;
      progress.selection = new Selection();
    }
    return { isDone: true };
  };
  return engine.store.write(
    (writer) => {
      const before = writer.changes;
      const outcome = untilHeld(() => work(new DirectWrites(writer, engine.catalog, engine.claims)));
      // As in MongoDB, an interruption leaves finished statements as they are. A command with only one statement is
      // undone, because a findAndModify could not return its document.
      if (outcome.interruption && count === 1) throw outcome.interruption;
      // If nothing matched, search again: the transaction that is waited for may have inserted a document.
      if (outcome.holder && progress.selection.isEmpty) progress.selection = new Selection();
      // As in MongoDB, a write that has changed nothing may run again.
      if (!retryable || !session || writer.changes === before) return outcome;
      // The session has a newer number, whose record must not be overwritten.
      if (session.number !== command.txnNumber) return outcome;
      if (outcome.isDone) engine.sessions.record(session, { reply: reply() }, writer);
      else if (progress.next > first) engine.sessions.record(session, { reply: reply(), next: progress.next }, writer);
      return outcome;
    },
    kind,
    count - first === 1,
  );
}

function untilHeld(work: () => BatchResult): BatchResult {
  try {
    return work();
  } catch (error) {
    if (error instanceof ClaimHeld) return { holder: error.holder, isDone: false };
    if (error instanceof MongoError && isInterruption(error)) return { interruption: error, isDone: false };
    throw error;
  }
}

export const notRetryable = (what: string): MongoError =>
  new MongoError(72, 'InvalidOptions', `Cannot use (or request) retryable writes with ${what}`);

const INTERRUPTIONS = new Set(['MaxTimeMSExpired', 'ExceededTimeLimit', 'InterruptedAtShutdown']);

/** As in MongoDB, these errors end the whole command, not only a statement. */
const isInterruption = ({ codeName }: MongoError): boolean => INTERRUPTIONS.has(codeName);

/** The errors of a write command's statements, as its reply lists them. */
export class WriteErrors {
  private readonly list: Document[];

  constructor({ resumed }: Context) {
    this.list = [...(resumed?.reply.writeErrors ?? [])];
  }

  /** Runs a statement and records its error. @returns true if it has succeeded */
  *attempt(index: number, make: () => Steps<void> | undefined): Steps<boolean> {
    try {
      const steps = make();
      if (steps) yield* steps;
      return true;
    } catch (error) {
      if (!(error instanceof MongoError) || error.labels.length > 0 || isInterruption(error)) throw error;
      this.list.push({ index, code: error.code, errmsg: error.message, ...error.fields });
      return false;
    }
  }

  /** The errors so far, as a part of the reply; empty if there are none. */
  get reply(): Document {
    return this.list.length > 0 ? { writeErrors: [...this.list] } : {};
  }
}
