import { randomInt } from 'node:crypto';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Pause, type Steps } from '../scheduling/scheduler.ts';
import type { Snapshot } from '../storage/reader.ts';
import { MongoError } from '../values/error.ts';

/** Milliseconds after which an idle cursor is closed (MongoDB: cursorTimeoutMillis). */
const IDLE_MS = 10 * 60_000;
/** Milliseconds after which an idle cursor releases its state of the store. */
const REST_MS = 2_000;
/** Maximum milliseconds that an active cursor holds a snapshot. Writes let the file grow while it is held. */
const MAX_AGE_MS = 10_000;
/**
 * If there are more cursors, an idle cursor holds no snapshot: each holds a reader of the store, and other work needs
 * readers, too.
 */
const MAX_KEPT = 1024;
export const DEFAULT_FIRST_BATCH = 101;
/** Maximum bytes of a batch, so that the reply does not exceed the limit of a document. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;
/** Approximate bytes that a row takes in a batch, without its own bytes. */
const ROW_SIZE = 16;

/** The results that a client has not fetched yet. */
export interface Cursor {
  readonly ns: string;
  readonly rows: Generator<Uint8Array | Pause, void>;
  /** The row that was read, but did not fit into the last batch. */
  held: Uint8Array | undefined;
  /** The deadline of the command that has opened it, and of the commands that continue it. */
  readonly deadline: Deadline;
  /** The snapshot of the rows; undefined: the transaction's own snapshot. */
  readonly snapshot: Snapshot | undefined;
  /** True if the collection or the index of the rows was dropped. */
  isGone(): boolean;
  /** The transaction that has opened it. Only this transaction may continue it. */
  owner: object | undefined;
  /** The session that has opened it. The cursor ends with the session. */
  session?: string | undefined;
  usedAt: number;
  /** A command is taking a batch. */
  isBusy: boolean;
  isClosed: boolean;
}

interface Batch {
  rows: Uint8Array[];
  /** 0: no rows are left. */
  id: bigint;
}

export class Cursors {
  private readonly cursors = new Map<bigint, Cursor>();

  /** Takes the first batch. If rows are left, the cursor stays open. */
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

  /**
   * @throws MongoError 43 if there is no such cursor, 13 if it belongs to another collection, 12051 if another command
   * reads it, 237 if it is closed during the read, 175 if its collection or index was dropped
   */
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

  /** @returns true if the cursor existed */
  close(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (cursor) close(cursor);
    return this.cursors.delete(id);
  }

  closeWhere(isMeant: (cursor: Cursor) => boolean): void {
    for (const [id, cursor] of this.cursors) if (isMeant(cursor)) this.close(id);
  }

  /** Releases the snapshots of idle cursors. The cursors keep their positions. */
  rest(now: number): void {
    for (const { isBusy, usedAt, snapshot } of this.cursors.values())
      if (!isBusy && usedAt < now - REST_MS) snapshot?.letGo();
  }

  private spare({ snapshot }: Cursor): void {
    if (this.cursors.size > MAX_KEPT) snapshot?.letGo();
  }

  expire(now: number): void {
    this.closeWhere(({ isBusy, usedAt }) => !isBusy && usedAt < now - IDLE_MS);
  }
}

/** Reads one row more than it takes, and stores this row in `held`, so that a client never asks for an empty batch. */
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

/** Continues the read. As in MongoDB, a cursor that is read for a long time sees later writes. */
function goOn({ snapshot, isGone }: Cursor): void {
  if (snapshot && snapshot.since < performance.now() - MAX_AGE_MS) snapshot.letGo();
  if (isGone()) throw new MongoError(175, 'QueryPlanKilled', 'the collection or its index was dropped');
}

function close(cursor: Cursor): void {
  cursor.isClosed = true;
  cursor.rows.return();
  cursor.snapshot?.release();
}
