import { randomInt } from 'node:crypto';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import type { Snapshot } from '../storage/reader.ts';
import { MongoError } from '../values/error.ts';

/** An idle cursor is closed after this time (MongoDB: cursorTimeoutMillis). */
const IDLE_MS = 10 * 60_000;
/** A cursor that rests this long lets its state of the store go. */
const REST_MS = 2_000;
/** A cursor that is read keeps its snapshot no longer than this: writes meanwhile make the file grow. */
const MAX_AGE_MS = 10_000;
/** Where there are more cursors, one that rests keeps none: each holds a reader of the store, and others need some too. */
const MAX_KEPT = 1024;
export const DEFAULT_FIRST_BATCH = 101;
/** A batch ends before the reply outgrows one document's limit. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** About what a row takes in a batch beside its bytes. */
const ROW_SIZE = 16;

/** Results that a client has not fetched yet. */
export interface Cursor {
  readonly ns: string;
  readonly rows: Generator<Uint8Array | Pause, void>;
  /** The row that was read and did not fit into the batch before. */
  held: Uint8Array | undefined;
  /** The time of the command that opened it, and of those that go on with it. */
  readonly deadline: Deadline;
  /** The snapshot behind the rows; undefined for that of a transaction. */
  readonly snapshot: Snapshot | undefined;
  /** Whether the collection or the index of the rows was dropped. */
  isGone(): boolean;
  /** The transaction that opened it alone may go on with it. */
  owner: object | undefined;
  /** The session that opened it, with which it ends. */
  session?: string | undefined;
  usedAt: number;
  /** A batch is being taken. */
  isBusy: boolean;
  isClosed: boolean;
}

interface Batch {
  rows: Uint8Array[];
  /** 0 when nothing is left. */
  id: bigint;
}

export class Cursors {
  private readonly cursors = new Map<bigint, Cursor>();

  /** Takes the first batch; what is left becomes a cursor. */
  *open(
    cursor: Pick<Cursor, 'ns' | 'rows' | 'deadline' | 'snapshot' | 'isGone' | 'owner' | 'session'>,
    batchSize: number,
    single: boolean,
  ): Steps<Batch> {
    const opened: Cursor = { ...cursor, held: undefined, usedAt: Date.now(), isBusy: false, isClosed: false };
    let isKept = false;
    try {
      const rows = yield* takeBatch(opened, batchSize);
      if (single || opened.held === undefined) return { rows, id: 0n };
      const id = BigInt(randomInt(1, 2 ** 47));
      this.cursors.set(id, opened);
      this.spare(opened);
      opened.deadline.rest();
      isKept = true;
      return { rows, id };
    } finally {
      if (!isKept) close(opened);
    }
  }

  /** @throws MongoError 43 for a cursor that is not there, 13 for one of another collection, 12051 for one that another command reads, 237 when it is closed meanwhile */
  *next(
    id: bigint,
    batchSize: number,
    { ns, deadline, owner }: Pick<Cursor, 'ns' | 'deadline' | 'owner'>,
  ): Steps<Batch> {
    const cursor = this.cursors.get(id);
    if (!cursor || cursor.owner !== owner) throw new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    if (cursor.ns !== ns) throw new MongoError(13, 'Unauthorized', `cursor id ${id} belongs to another collection`);
    if (cursor.isBusy) throw new MongoError(12051, 'CursorInUse', `cursor id ${id} is already in use`);
    cursor.usedAt = Date.now();
    cursor.isBusy = true;
    cursor.deadline.goOn(deadline);
    let isKept = false;
    try {
      const rows = yield* takeBatch(cursor, batchSize);
      isKept = cursor.held !== undefined;
      if (isKept) this.spare(cursor);
      return { rows, id: isKept ? id : 0n };
    } finally {
      cursor.isBusy = false;
      if (isKept) cursor.deadline.rest();
      else this.close(id);
    }
  }

  /** @returns whether there was such a cursor */
  close(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (cursor) close(cursor);
    return this.cursors.delete(id);
  }

  closeThose(isMeant: (cursor: Cursor) => boolean): void {
    for (const [id, cursor] of this.cursors) if (isMeant(cursor)) this.close(id);
  }

  /** A cursor that its client does not go on with keeps its place and no snapshot. */
  rest(now: number): void {
    for (const { isBusy, usedAt, snapshot } of this.cursors.values())
      if (!isBusy && usedAt < now - REST_MS) snapshot?.letGo();
  }

  private spare({ snapshot }: Cursor): void {
    if (this.cursors.size > MAX_KEPT) snapshot?.letGo();
  }

  expire(now: number): void {
    this.closeThose(({ isBusy, usedAt }) => !isBusy && usedAt < now - IDLE_MS);
  }
}

/** Reads one row more than it takes, which `held` keeps: a client is not sent for an empty batch. */
function* takeBatch(cursor: Cursor, batchSize: number): Steps<Uint8Array[]> {
  const rows: Uint8Array[] = [];
  let size = 0;
  goOn(cursor);
  for (;;) {
    const row = cursor.held ?? cursor.rows.next().value ?? undefined;
    cursor.held = undefined;
    if (row === PAUSE) {
      yield PAUSE;
      if (cursor.isClosed) throw new MongoError(237, 'CursorKilled', 'the cursor was closed while it was read');
      goOn(cursor);
      continue;
    }
    const isFull =
      rows.length === batchSize || (rows.length > 0 && size + (row?.length ?? 0) + ROW_SIZE > MAX_BATCH_BYTES);
    if (row === undefined || isFull) {
      cursor.held = row;
      return rows;
    }
    size += row.length + ROW_SIZE;
    rows.push(row);
  }
}

/** As in MongoDB, which gives way too, one that is read for long sees what was written meanwhile. */
function goOn({ snapshot, isGone }: Cursor): void {
  if (snapshot && snapshot.since < performance.now() - MAX_AGE_MS) snapshot.letGo();
  if (isGone()) throw new MongoError(175, 'QueryPlanKilled', 'the collection or its index was dropped');
}

function close(cursor: Cursor): void {
  cursor.isClosed = true;
  cursor.rows.return();
  cursor.snapshot?.release();
}
