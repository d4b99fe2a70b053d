import { MongoError } from '../values/error.ts';
import type { Deadline } from './deadline.ts';

/** MongoDB's for a stage that may not use the disk. */
const MAX_HELD = 100 * 1024 * 1024;

/** The time and the memory of one aggregation. */
export class Budget {
  private readonly deadline: Deadline | undefined;
  private held = 0;

  /** Without a deadline there is nobody to give way to. */
  constructor(deadline?: Deadline) {
    this.deadline = deadline;
  }

  /** Called for every document. @returns whether others are to have the thread. @throws MongoError 50 when the time is over */
  check(): boolean {
    return this.deadline?.check() === true;
  }

  /** Called for every element within one expression, which cannot give way. @throws MongoError 50 or 262 when it takes too long */
  tick(): void {
    this.deadline?.tick();
  }

  /** Counts what is kept till the end. @throws MongoError 292 above 100 MiB */
  hold(value: unknown): void {
    this.held += sizeOf(value);
    if (this.held <= MAX_HELD) return;
    const words = `the aggregation exceeded its memory limit of ${MAX_HELD} bytes, and nothing is kept on the disk`;
    throw new MongoError(292, 'QueryExceededMemoryLimitNoDiskUseAllowed', words);
  }
}

/** About what a value takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 16 + value.length;
  if (typeof value !== 'object' || value === null) return 16;
  if (ArrayBuffer.isView(value)) return 64 + value.byteLength;
  let size = 64;
  for (const name in value) size += 8 + sizeOf((value as Record<string, unknown>)[name]);
  return size;
}
