import type { Document } from 'bson';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
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

/** How far a command has come. */
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
  kind?: 'frees',
): Promise<Document> {
  const { engine, transaction, deadline, resumed } = context;
  if (transaction) return runInTransaction(context, transaction, count, statement, reply);
  const progress: Progress = { next: resumed?.next ?? 0, selection: new Selection() };
  for (;;) {
    const { holder, isDone } = await runBatch(context, count, statement, reply, progress, kind);
    if (isDone) return reply();
    if (holder) await deadline.wait(holder.finished);
    else if (progress.selection.isSought)
      await engine.read(undefined, (source) => progress.selection.search(source, deadline));
  }
}

/** One after the other, as the commands of a session are: what a statement has begun is not committed. */
async function runInTransaction(
  { engine }: Context,
  transaction: Transaction,
  count: number,
  statement: Statement,
  reply: () => Document,
): Promise<Document> {
  await transaction.working;
  const steps = function* (): Steps<Document> {
    for (let i = 0; i < count && (yield* statement(transaction, i, new Selection())); i++)
      if (engine.scheduler.isSliceOver(performance.now())) yield PAUSE;
    return reply();
  };
  const running = engine.scheduler.run(steps(), transaction);
  if (running instanceof Promise) transaction.working = running.catch(() => undefined);
  return running;
}

/** @returns the transaction to wait for before going on, and whether all is made */
function runBatch(
  { engine, session, retryable }: Context,
  count: number,
  statement: Statement,
  reply: () => Document,
  progress: Progress,
  kind?: 'frees',
): Promise<{ holder?: Holder; isDone: boolean }> {
  const { next: first } = progress;
  const work = (target: WriteTarget): { holder?: Holder; isDone: boolean } => {
    while (progress.next < count) {
      // Else the first statement of every batch is made: it has the whole slice.
      if (progress.next > first && engine.scheduler.isSliceOver(performance.now())) return { isDone: false };
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
  return engine.store.write((writer) => {
    const before = writer.changes;
    const outcome = untilHeld(() => work(new DirectWrites(writer, engine.catalog, engine.claims)));
    // Who was waited for may have made what was not there.
    if (outcome.holder && progress.selection.isEmpty) progress.selection = new Selection();
    // As in MongoDB: what has changed nothing may be made again.
    if (!retryable || !session || writer.changes === before) return outcome;
    if (outcome.isDone) engine.sessions.record(session, { reply: reply() }, writer);
    else if (progress.next > first)
      engine.sessions.recordProgress(session, { reply: reply(), next: progress.next }, writer);
    return outcome;
  }, kind);
}

function untilHeld(work: () => { holder?: Holder; isDone: boolean }): { holder?: Holder; isDone: boolean } {
  try {
    return work();
  } catch (error) {
    if (error instanceof ClaimHeld) return { holder: error.holder, isDone: false };
    throw error;
  }
}

export const notRetryable = (what: string): MongoError =>
  new MongoError(72, 'InvalidOptions', `Cannot use (or request) retryable writes with ${what}`);

/** The failures of a write command's statements, as its reply lists them. */
export class WriteErrors {
  readonly list: Document[];

  constructor({ resumed }: Context) {
    this.list = resumed?.reply.writeErrors ?? [];
  }

  /** Makes a statement and keeps its failure. @returns whether it succeeded */
  *attempt(index: number, make: () => Steps<void> | undefined): Steps<boolean> {
    try {
      const steps = make();
      if (steps) yield* steps;
      return true;
    } catch (error) {
      if (!(error instanceof MongoError) || error.labels.length > 0) throw error;
      this.list.push({ index, code: error.code, errmsg: error.message, ...error.fields });
      return false;
    }
  }

  /** The part of the reply, absent where nothing failed. */
  get reply(): Document {
    return this.list.length > 0 ? { writeErrors: this.list } : {};
  }
}
