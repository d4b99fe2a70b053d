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

/** A session may be silent for this long (logicalSessionTimeoutMinutes). */
const LIFETIME_MS = 30 * 60_000;

/** A retryable write of which a part is made: the statement to go on with, and the answer so far. */
export interface Resumed {
  next: number;
  reply: Document;
}

/** The record of a session's newest number: an answer, its progress, or that it was committed. */
export interface SessionRecord {
  reply?: Document;
  next?: number | undefined;
  committed?: boolean;
}

/** Each takes about a KB until it has not been used for half an hour. */
const MAX_SESSIONS = 100_000;

/** The last act of a session: a write that may be sent again, or a transaction. */
export interface Session {
  readonly id: Buffer;
  /** The newest number of a retryable write or a transaction. */
  number: bigint;
  /** The answer to the write of that number while it is on its way. What became of it is in the store. */
  reply: Promise<Document> | undefined;
  transaction: Transaction | undefined;
  /** The transaction of that number was committed, perhaps by an earlier process. */
  committed: boolean;
  usedAt: number;
}

/** The sessions that clients use, with what must outlive the process to answer a retry truthfully. */
export class Sessions {
  private readonly sessions = new Map<string, Session>();
  /** When what is stored of others was written, as the last sweep has read it. */
  private readonly storedAt = new Map<string, number>();
  private readonly store: Store;

  constructor(store: Store) {
    this.store = store;
  }

  /** @throws MongoError 261 for a new one where there are too many */
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

  /** Keeps, as the last of what the write's job does, how the session's newest number ended, or how far it has come. */
  record(session: Session, outcome: SessionRecord, writer: Writer): void {
    writer.put(keyOf(session.id), encode({ number: session.number, at: new Date(), ...outcome }), null);
  }

  /** The end of the write of the session's newest number, or its progress; undefined if it left nothing. */
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

  /** @returns the transaction that the session leaves open */
  end(id: Buffer): Transaction | undefined {
    const key = id.toString('latin1');
    const transaction = this.sessions.get(key)?.transaction;
    this.sessions.delete(key);
    return transaction?.state === 'open' ? transaction : undefined;
  }

  /** Forgets the sessions that nobody has used for long. @returns what of them is stored, for `remove` */
  *expire(now: number, { reader }: Source, deadline: Deadline): Steps<Buffer[]> {
    for (const [key, session] of this.sessions) if (session.usedAt < now - LIFETIME_MS) this.sessions.delete(key);
    const old: Buffer[] = [];
    for (const key of reader.keys(rangeOf(SESSIONS))) {
      if (deadline.check()) yield PAUSE;
      const id = idIn(key);
      if (this.sessions.has(id)) continue;
      // The answer beside it may be long: it is read once.
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

/** Where the time stands in what is stored: behind the size, the number and its own name. */
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
