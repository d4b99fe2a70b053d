import { MongoError } from '../values/error.ts';
import { Growth } from './heap.ts';

/** Bytes: MongoDB's limit for a stage that may not use the disk. */
export const MAX_HELD = 100 * 1024 * 1024;

/** Limits the memory of one query. */
export class Budget {
  private held = 0;
  private readonly growth = new Growth();

  /**
   * Counts a value that is kept in memory, and `more` bytes. @throws MongoError 292 above 100 MiB, 146 if the heap has
   * no room
   */
  hold(value: unknown, more = 0): void {
    this.grow(sizeOf(value) + more);
  }

  /** Counts bytes. A negative number releases bytes. */
  grow(bytes: number): void {
    this.held += bytes;
    this.growth.add(bytes);
    if (this.held <= MAX_HELD) return;
    const words = `the query exceeded its memory limit of ${MAX_HELD} bytes, and nothing is kept on the disk`;
    throw new MongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', words);
  }

  release(): void {
    this.held = 0;
  }
}

/** Approximate bytes of a value in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return parts.reduce<number>((size, part) => size + 8 + sizeOf(part), 64);
}
