import { MongoError } from '../values/error.ts';
import { visit } from '../values/visits.ts';
import type { Deadline } from './deadline.ts';
import { Growth } from './heap.ts';

/** MongoDB's for a stage that may not use the disk. */
export const MAX_HELD = 100 * 1024 * 1024;

/** The time and the memory of one command. */
export class Budget {
  private readonly deadline: Deadline | undefined;
  /** Of all, where this one is of a part. */
  readonly whole: Budget;
  private held = 0;
  private readonly kept = new Growth();
  private readonly made = new Growth();

  /** Without a deadline there is nobody to give way to. */
  constructor(deadline?: Deadline, whole?: Budget) {
    this.deadline = deadline;
    this.whole = whole ?? this;
  }

  /** For what is run many times: each run has all the memory, and keeps nothing of it. */
  ofOneRun(): Budget {
    return new Budget(this.deadline, this.whole);
  }

  /** Called for every document. @returns whether others are to have the thread. @throws MongoError 50 when the time is over */
  check(): boolean {
    this.made.forget();
    return this.deadline?.check() === true;
  }

  /** Called for every element within one expression, which cannot give way. @throws MongoError 50 or 262 when it takes too long */
  tick(): void {
    this.deadline?.tick();
  }

  /** Counts what is made for one document, kept or not. @throws MongoError 146 when the heap has no room for more */
  make(bytes: number): void {
    this.made.add(bytes);
  }

  /**
   * Counts what is kept, and `more` bytes beside it. @returns how many it counts
   * @throws MongoError 292 above 100 MiB, 146 when the memory has no room
   */
  hold(value: unknown, more = 0): number {
    const bytes = sizeOf(value) + more;
    this.grow(bytes);
    return bytes;
  }

  /** The same of so many bytes, or of fewer where some are let go. */
  grow(bytes: number): void {
    this.held += bytes;
    this.kept.add(bytes);
    this.deadline?.kept.add(bytes);
    if (this.held <= MAX_HELD) return;
    const words = `the query exceeded its memory limit of ${MAX_HELD} bytes, and nothing is kept on the disk`;
    throw new MongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', words);
  }

  /** Nothing is kept any more. The end of a cursor does it too. */
  release(): void {
    this.grow(-this.held);
  }

  /** Counts what is kept in the place of another value. */
  replace(before: unknown, value: unknown): void {
    this.grow(sizeOf(value) - sizeOf(before));
  }
}

/** About what a value takes in memory. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
  return visit(parts.length, () => parts.reduce<number>((size, part) => size + 8 + sizeOf(part), 64));
}
