import { getHeapStatistics } from 'node:v8';
import { MongoError } from '../values/error.ts';

/**
 * The share of V8's heap that may be in use where more is to come: the rest holds the largest array or text that one step makes.
 * V8 counts the young generation (three semi-spaces) in its limit, where nothing large can lie.
 */
const SHARE = 0.5;
/** Bytes between two looks. */
const STEP = 16 * 1024 * 1024;

/**
 * Counts the memory that a command makes, in about as many bytes. V8 ends a process whose heap is full, so large values are
 * refused while there is still room for others. A command that makes little is not refused for what others keep.
 */
export class Growth {
  private unseen = 0;

  /** @throws MongoError 146 when the heap has no room for more */
  add(bytes: number): void {
    this.unseen = Math.max(0, this.unseen + bytes);
    if (this.unseen < STEP) return;
    this.unseen = 0;
    checkHeap(bytes);
  }
}

/** Bytes: less is not counted before it is made. */
const MUCH = 1024 * 1024;
const coming = new Growth();

/** Counts what is about to be made in one go. @throws MongoError 146 when the heap has no room for it */
export function reserve(bytes: number): void {
  if (bytes >= MUCH) coming.add(bytes);
}

function checkHeap(more: number): void {
  if (!isTight(more)) return;
  // Much of it may be garbage. Node is started with --expose-gc; without it more is refused.
  globalThis.gc?.();
  if (!isTight(more)) return;
  const words = `the engine's memory is in use by more than ${100 * SHARE} %: too much for more of what is large`;
  throw new MongoError(146, 'ExceededMemoryLimit', words);
}

function isTight(more: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used + more > limit * SHARE;
}
