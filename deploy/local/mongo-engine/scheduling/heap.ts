import { getHeapStatistics } from 'node:v8';
import { MongoError } from '../values/error.ts';

/**
 * The part of V8's heap that may be in use when a command needs more. The rest is for the largest array or text that
 * one step makes. V8's limit includes the young generation (three semi-spaces), which cannot hold large values.
 */
const SHARE = 0.5;
/** Bytes between two checks of the heap. */
const STEP = 16 * 1024 * 1024;

/**
 * Counts the approximate bytes of memory that a command makes. V8 ends the process when its heap is full, so large
 * values are refused while there is still room for other commands. A command that makes little memory is not refused
 * because of others.
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

/** Bytes. A smaller value is not counted before it is made. */
const MUCH = 1024 * 1024;
const coming = new Growth();

/** Counts a value that will be made in one step. @throws MongoError 146 if the heap has no room for it */
export function reserve(bytes: number): void {
  if (bytes >= MUCH) coming.add(bytes);
}

function checkHeap(more: number): void {
  if (!isTight(more)) return;
  // Much of the heap may be garbage. Node is started with --expose-gc; without it, more commands are refused.
  globalThis.gc?.();
  if (!isTight(more)) return;
  const words = `the engine's memory is in use by more than ${100 * SHARE} %: too much for more of what is large`;
  throw new MongoError(146, 'ExceededMemoryLimit', words);
}

function isTight(more: number): boolean {
  const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
  return used + more > limit * SHARE;
}
