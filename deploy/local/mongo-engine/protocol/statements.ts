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
 * Makes one statement of a write command, or goes on with it: `selection` says how far it has come. At a pause it is left,
 * and begun again with the same selection. @returns whether the next one is to be made
 */
export type Statement = (target: WriteTarget, index: number, selection: Selection) => Steps<boolean>;

/** MongoDB: maxWriteBatchSize. */
const MAX_BATCH = 100_000;

/** The progress of a command. */
interface Progress {
  next: number;
  selection: Selection;
}

/**
 * Makes the statements of a write command, outside of transactions in as few batches of the store as they fit in. `reply`
 * gives the answer once all are made; a retryable write keeps in each batch how far it has come, and what it will answer.
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

/** Statements run one after the other, as the commands of a session do: a statement that has begun is not committed. */
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

/** The transaction to wait for before going on, whether all is made, and what has ended the command: what it has made stays. */
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
      // Else the first statement of every batch is made: it has the whole slice.
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
      // The statements before stay made, as in MongoDB. A findAndModify that cannot show its result has not happened.
      if (outcome.interruption && count === 1) throw outcome.interruption;
      // The transaction that was waited for may have made what was not there.
      if (outcome.holder && progress.selection.isEmpty) progress.selection = new Selection();
      // As in MongoDB: what has changed nothing may be made again.
      if (!retryable || !session || writer.changes === before) return outcome;
      // A command with a newer number must not be answered with this.
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

/** As in MongoDB these end the command, not a statement of it. */
const isInterruption = ({ codeName }: MongoError): boolean => INTERRUPTIONS.has(codeName);

/** The failures of a write command's statements, as its reply lists them. */
export class WriteErrors {
  private readonly list: Document[];

  constructor({ resumed }: Context) {
    this.list = [...(resumed?.reply.writeErrors ?? [])];
  }

  /** Makes a statement and keeps its failure. @returns whether it succeeded */
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

  /** The part of the reply so far, absent where nothing failed. */
  get reply(): Document {
    return this.list.length > 0 ? { writeErrors: [...this.list] } : {};
  }
}
