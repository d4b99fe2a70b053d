import type { Document } from 'bson';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
import { decode, encode, toNumber } from '../storage/bson.ts';
import { prefixOf, rangeOf, SESSIONS } from '../storage/catalog.ts';
import type { Store } from '../storage/store.ts';
import type { Writer } from '../storage/writer.ts';
import { MongoError } from '../values/error.ts';
import { toInteger } from '../values/number.ts';
import type { Source } from './source.ts';
import { TRANSIENT, type Transaction } from './transaction.ts';

/** Milliseconds that a session may be unused (MongoDB: logicalSessionTimeoutMinutes). */
const LIFETIME_MS = 30 * 60_000;

/** A retryable write that is partly done: the index of its next statement, and the reply so far. */
export interface Resumed {
  next: number;
  reply: Document;
}

/** The stored outcome of a session's newest number: the reply, the progress, or that its transaction was committed. */
export interface SessionRecord {
  reply?: Document;
  next?: number | undefined;
  committed?: boolean;
}

/** Maximum number of sessions. Each takes about 1 KB, until it has been unused for half an hour. */
const MAX_SESSIONS = 100_000;

/** A session, with its last operation: a retryable write or a transaction. */
export interface Session {
  readonly id: Buffer;
  /** The newest number of a retryable write or a transaction. */
  number: bigint;
  /** The reply to the write of that number, while the write runs. Afterwards, the store holds its outcome. */
  reply: Promise<Document> | undefined;
  transaction: Transaction | undefined;
  /** True if the transaction of that number was committed, possibly by an earlier process. */
  committed: boolean;
  usedAt: number;
}

/**
 * The sessions of the clients. Their outcomes are stored, so that a retry gets the right answer after a restart, too.
 */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  /**
   * Times (milliseconds since 1970) when the stored records of sessions that are not in memory were written, as the
   * last sweep has read them.
   */
  private readonly storedAt = new Map<string, number>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** @throws MongoError 261 if the session is new and there are too many */
  get(id: Buffer): Session {
    const key = id.toString('latin1');
    const known = this.sessions.get(key);
    if (!known && this.sessions.size >= MAX_SESSIONS)
      throw new MongoError(261, 'TooManyLogicalSessions', `there are ${MAX_SESSIONS} sessions already`);
    const session = known ?? this.load(id);
    this.sessions.set(key, session);
    this.storedAt.delete(key);
    session.usedAt = Date.now();
    return session;
  }

  /** Stores the outcome or the progress of the session's newest number. Must be the last step of the write's job. */
  record(session: Session, outcome: SessionRecord, writer: Writer): void {
    writer.put(keyOf(session.id), encode({ number: session.number, at: new Date(), ...outcome }), null);
  }

  /** The stored outcome or progress of the session's newest number; undefined if nothing is stored for that number. */
  outcome(session: Session): SessionRecord | undefined {
    const stored = this.store.latest.get(keyOf(session.id));
    const { number, next, ...outcome } = stored ? decode(stored) : {};
    if (toInteger(number) !== session.number) return undefined;
    return next === undefined ? outcome : { ...outcome, next: toNumber(next) };
  }

  open(): Transaction[] {
    return [...this.sessions.values()].flatMap(({ transaction }) =>
      transaction?.state === 'open' ? [transaction] : [],
    );
  }

  /** Forgets the session. @returns its open transaction, if it has one */
  end(id: Buffer): Transaction | undefined {
    const key = id.toString('latin1');
    const transaction = this.sessions.get(key)?.transaction;
    this.sessions.delete(key);
    return transaction?.state === 'open' ? transaction : undefined;
  }

  /** Forgets the sessions that were unused for too long. @returns the keys of their stored records, for `remove` */
  *expire(now: number, { reader }: Source, deadline: Deadline): Steps<Buffer[]> {
    for (const [key, session] of this.sessions) if (session.usedAt < now - LIFETIME_MS) this.sessions.delete(key);
    const old: Buffer[] = [];
    for (const key of reader.keys(rangeOf(SESSIONS))) {
      if (deadline.check()) yield PAUSE;
      const id = idIn(key);
      if (this.sessions.has(id)) continue;
      // The record may contain a long reply, so its time is read only once.
      const at = this.storedAt.get(id) ?? Number(reader.get(key)?.readBigInt64LE(AT));
      this.storedAt.set(id, at);
      if (at < now - LIFETIME_MS) old.push(key);
    }
    return old;
  }

  async remove(keys: Buffer[]): Promise<void> {
    if (keys.length === 0) return;
    for (const key of keys) this.storedAt.delete(idIn(key));
    await this.store.write((writer) => {
      for (const key of keys) writer.remove(key);
    }, 'frees');
  }

  private load(id: Buffer): Session {
    const stored = this.store.latest.get(keyOf(id));
    const found = stored && decode(stored);
    const number = toInteger(found?.number) ?? -1n;
    return {
      id,
      number,
      reply: undefined,
      transaction: undefined,
      committed: found?.committed === true,
      usedAt: Date.now(),
    };
  }
}

/** Offset of the time in a stored record: after the size, the number and the name of the time's field. */
const AT = 4 + 'tnumber0'.length + 8 + 'tat0'.length;

const ID_SIZE = 16;
const keyOf = (id: Buffer) => Buffer.concat([prefixOf(SESSIONS), id]);
const idIn = (key: Buffer): string => key.toString('latin1', 4, 4 + ID_SIZE);

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
