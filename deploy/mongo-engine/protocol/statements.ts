import type { Document } from 'bson';
import { ClaimHeld, type Holder } from '../transactions/claims.ts';
import { DirectWrites } from '../transactions/direct-writes.ts';
import type { WriteTarget } from '../transactions/source.ts';
import { MongoError } from '../values/error.ts';
import type { Context } from './context.ts';

/** Makes one statement of a write command. @returns whether the next one is to be made */
export type Statement = (target: WriteTarget, index: number) => boolean;

/**
 * Makes the statements of a write command, outside of transactions in one batch unless one of them has to wait for a
 * transaction. `reply` gives the answer once all are made; a retryable write keeps it in the same batch.
 */
export async function runStatements(
  context: Context,
  count: number,
  statement: Statement,
  reply: () => Document,
): Promise<Document> {
  const { engine, command, transaction } = context;
  if (transaction) {
    await engine.ensureCollection(command.db, command.collection);
    for (let i = 0; i < count && statement(transaction, i); i++);
    return reply();
  }
  const progress = { next: 0 };
  for (;;) {
    const holder = await runBatch(context, count, statement, reply, progress);
    if (!holder) return reply();
    await context.deadline.wait(holder.finished);
  }
}

/** @returns the transaction to wait for before going on */
function runBatch(
  { engine, session, retryable }: Context,
  count: number,
  statement: Statement,
  reply: () => Document,
  progress: { next: number },
): Promise<Holder | undefined> {
  return engine.store.write((writer) => {
    const target = new DirectWrites(writer, engine.catalog, engine.claims);
    try {
      while (progress.next < count) progress.next = statement(target, progress.next) ? progress.next + 1 : count;
    } catch (error) {
      if (error instanceof ClaimHeld) return error.holder;
      throw error;
    }
    if (retryable && session) engine.sessions.record(session, { reply: reply() }, writer);
    return undefined;
  });
}

/** The failures of a write command's statements, as its reply lists them. */
export class WriteErrors {
  readonly list: Document[] = [];

  /** Makes a statement and keeps its failure. @returns whether it succeeded */
  attempt(index: number, make: () => void): boolean {
    try {
      make();
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
