import type { Budget } from '../scheduling/budget.ts';

/** Number of values that are buffered in addition, so that sorting is rare. */
const ROOM = 1_000;

/** Bytes of new values after which the buffer is also sorted, and surplus values are dropped. */
const UNSORTED = 8 * 1024 * 1024;

/** Keeps the first `count` values in the order of `compare`. Equal values keep the order of their arrival. */
export class Top<T> {
  private readonly count: number;
  private readonly compare: (a: T, b: T) => number;
  private readonly sizeOf: (value: T) => number;
  private readonly budget: Budget;
  private values: T[] = [];
  private unsorted = 0;
  /** The last kept value, as soon as there are `count`. A new value that is not before it is dropped immediately. */
  private last: T | undefined;

  /** `sizeOf`: the bytes with which a kept value counts in `budget`. */
  constructor(count: number, compare: (a: T, b: T) => number, sizeOf: (value: T) => number, budget: Budget) {
    this.count = count;
    this.compare = compare;
    this.sizeOf = sizeOf;
    this.budget = budget;
  }

  /** @throws MongoError 292 */
  add(value: T): void {
    if (this.last !== undefined && this.compare(value, this.last) >= 0) return;
    this.values.push(value);
    this.unsorted += this.sizeOf(value);
    if (this.values.length >= 2 * this.count + ROOM || this.unsorted > UNSORTED) this.trim();
  }

  /** Yields the sorted values. Each is released when it is yielded. */
  *handedOut(): Generator<T> {
    this.trim();
    const values = this.values.reverse();
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      this.budget.grow(-this.sizeOf(value));
      yield value;
    }
  }

  private trim(): void {
    this.values.sort(this.compare);
    if (this.values.length > this.count) {
      for (const dropped of this.values.splice(this.count)) this.unsorted -= this.sizeOf(dropped);
    }
    if (this.values.length === this.count) this.last = this.values.at(-1);
    this.budget.grow(this.unsorted);
    this.unsorted = 0;
  }
}
