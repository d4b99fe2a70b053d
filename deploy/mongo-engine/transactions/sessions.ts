import type { Document } from 'bson';
import { decode, encode, toNumber } from '../storage/bson.ts';
import { prefixOf, rangeOf, SESSIONS } from '../storage/catalog.ts';
import type { Store, Writer } from '../storage/store.ts';
import { MongoError } from '../values/error.ts';
import { TRANSIENT, type Transaction } from './transaction.ts';

/** A session may be silent for this long (logicalSessionTimeoutMinutes). */
const LIFETIME_MS = 30 * 60_000;

/** A retryable write of which a part is made: the statement to go on with, and the answer so far. */
export interface Resumed {
  next: number;
  reply: Document;
}

/** What a session has done last: a write that may be sent again, or a transaction. */
export interface Session {
  readonly id: Buffer;
  /** The newest number of a retryable write or a transaction. */
  number: bigint;
  /** The answer to the write of that number, as soon as it is known; undefined for a transaction. */
  reply: Promise<Document> | undefined;
  resumed: Resumed | undefined;
  transaction: Transaction | undefined;
  /** The transaction of that number was committed, perhaps by an earlier process. */
  committed: boolean;
  usedAt: number;
}

/** The sessions that clients use, with what must outlive the process to answer a retry truthfully. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  get(id: Buffer): Session {
    const key = id.toString('latin1');
    const session = this.sessions.get(key) ?? this.load(id);
    this.sessions.set(key, session);
    session.usedAt = Date.now();
    return session;
  }

  /** Keeps, in the batch of the write itself, how the session's newest number ended. */
  record(session: Session, outcome: { reply?: Document; committed?: boolean }, writer: Writer): void {
    writer.put(keyOf(session.id), encode({ number: session.number, at: new Date(), ...outcome }));
  }

  /** The same of a write that is not done: sent again, it goes on. */
  recordProgress(session: Session, resumed: Resumed, writer: Writer): void {
    const before = session.resumed;
    session.resumed = resumed;
    writer.onRevert(() => {
      session.resumed = before;
    });
    writer.put(keyOf(session.id), encode({ number: session.number, at: new Date(), ...resumed }));
  }

  open(): Transaction[] {
    return [...this.sessions.values()].flatMap(({ transaction }) =>
      transaction?.state === 'open' ? [transaction] : [],
    );
  }

  /** @returns the transaction that the session leaves open */
  end(id: Buffer): Transaction | undefined {
    const key = id.toString('latin1');
    const transaction = this.sessions.get(key)?.transaction;
    this.sessions.delete(key);
    return transaction?.state === 'open' ? transaction : undefined;
  }

  /** Forgets the sessions that nobody has used for long. */
  async expire(now: number): Promise<void> {
    for (const [key, session] of this.sessions) if (session.usedAt < now - LIFETIME_MS) this.sessions.delete(key);
    const old = [...this.store.latest.entries(rangeOf(SESSIONS))].filter(({ key, value }) => {
      const at = decode(value).at as Date;
      return at.getTime() < now - LIFETIME_MS && !this.sessions.has(key.toString('latin1', 4));
    });
    if (old.length === 0) return;
    await this.store.write((writer) => {
      for (const { key } of old) writer.remove(key);
    }, 'frees');
  }

  private load(id: Buffer): Session {
    const stored = this.store.latest.get(keyOf(id));
    const found = stored && decode(stored);
    const [known, next] = [found?.reply as Document | undefined, toNumber(found?.next)];
    const reply = next === undefined ? known : undefined;
    return {
      resumed: known && next !== undefined ? { reply: known, next } : undefined,
      id,
      number: found ? BigInt(String(found.number)) : -1n,
      reply: reply && Promise.resolve(reply),
      transaction: undefined,
      committed: found?.committed === true,
      usedAt: Date.now(),
    };
  }
}

const keyOf = (id: Buffer) => Buffer.concat([prefixOf(SESSIONS), id]);

export const noSuchTransaction = (number: bigint): MongoError =>
  new MongoError(
    251,
    'NoSuchTransaction',
    `Given transaction number ${number} does not match any in-progress transactions.`,
    {},
    [TRANSIENT],
  );

export const notInTransaction = (what: string): MongoError =>
  new MongoError(263, 'OperationNotSupportedInTransaction', `Cannot ${what} in a multi-document transaction.`);

export const tooOld = (number: bigint, active: bigint): MongoError =>
  new MongoError(
    225,
    'TransactionTooOld',
    `Cannot start transaction ${number} because a newer transaction ${active} has already started.`,
  );
