import { randomInt } from 'node:crypto';
import { MongoError } from './semantics/error.ts';

/** An idle cursor is closed after this time (MongoDB: cursorTimeoutMillis). */
const IDLE_MS = 10 * 60_000;
export const DEFAULT_FIRST_BATCH = 101;
/** A batch ends before the reply outgrows one document's limit. */
const MAX_BATCH_BYTES = 16 * 1024 * 1024;

/** Results that a client has not fetched yet. */
export interface Cursor {
  readonly ns: string;
  readonly rows: Iterator<Uint8Array>;
  /** The row that was read and did not fit into the batch before. */
  held: Uint8Array | undefined;
  /** Lets go of the snapshot behind the rows. */
  release(): void;
  /** The transaction that opened it alone may go on with it. */
  owner: object | undefined;
  usedAt: number;
}

export class Cursors {
  private readonly cursors = new Map<bigint, Cursor>();

  /** Takes the first batch; what is left becomes a cursor. */
  open(
    cursor: Omit<Cursor, 'held' | 'usedAt'>,
    batchSize: number,
    single: boolean,
  ): { rows: Uint8Array[]; id: bigint } {
    const opened = { ...cursor, held: undefined, usedAt: Date.now() };
    try {
      const rows = takeBatch(opened, batchSize);
      if (single || isDone(opened)) {
        close(opened);
        return { rows, id: 0n };
      }
      const id = BigInt(randomInt(1, 2 ** 47));
      this.cursors.set(id, opened);
      return { rows, id };
    } catch (error) {
      close(opened);
      throw error;
    }
  }

  /** @throws MongoError 43 for a cursor that is not there */
  next(id: bigint, batchSize: number, owner: object | undefined): { rows: Uint8Array[]; id: bigint; ns: string } {
    const cursor = this.cursors.get(id);
    if (!cursor || cursor.owner !== owner) throw new MongoError(43, 'CursorNotFound', `cursor id ${id} not found`);
    cursor.usedAt = Date.now();
    try {
      const rows = takeBatch(cursor, batchSize);
      if (isDone(cursor)) this.close(id);
      return { rows, id: this.cursors.has(id) ? id : 0n, ns: cursor.ns };
    } catch (error) {
      this.close(id);
      throw error;
    }
  }

  /** @returns whether there was such a cursor */
  close(id: bigint): boolean {
    const cursor = this.cursors.get(id);
    if (cursor) close(cursor);
    return this.cursors.delete(id);
  }

  closeOf(owner: object): void {
    for (const [id, cursor] of this.cursors) if (cursor.owner === owner) this.close(id);
  }

  expire(now: number): void {
    for (const [id, cursor] of this.cursors) if (cursor.usedAt < now - IDLE_MS) this.close(id);
  }

  closeAll(): void {
    for (const id of [...this.cursors.keys()]) this.close(id);
  }
}

function takeBatch(cursor: Cursor, batchSize: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  let size = 0;
  while (rows.length < batchSize) {
    const row = take(cursor);
    if (!row) break;
    size += row.length + 16;
    if (size > MAX_BATCH_BYTES && rows.length > 0) {
      cursor.held = row;
      break;
    }
    rows.push(row);
  }
  return rows;
}

function take(cursor: Cursor): Uint8Array | undefined {
  const { held } = cursor;
  cursor.held = undefined;
  if (held) return held;
  const next = cursor.rows.next();
  return next.done ? undefined : next.value;
}

/** Looks ahead by one row, so that a client is not sent for an empty batch. */
function isDone(cursor: Cursor): boolean {
  cursor.held ??= take(cursor);
  return cursor.held === undefined;
}

function close(cursor: Cursor): void {
  cursor.rows.return?.();
  cursor.release();
}
