import type { Budget } from '../scheduling/budget.ts';

/** Buffered beyond what is kept, so that sorting is rare. */
const ROOM = 1_000;

/** Bytes of what has come since, at which it is sorted too, and what is too much let go. */
const UNSORTED = 8 * 1024 * 1024;

/** The first `count` of many values in the order of `compare`, those that are equal as they came. */
export class Top<T> {
  private readonly count: number;
  private readonly compare: (a: T, b: T) => number;
  private readonly sizeOf: (value: T) => number;
  private readonly budget: Budget | undefined;
  private values: T[] = [];
  private unsorted = 0;
  /** The last that is kept, as soon as there are enough: what is not before it is not looked at twice. */
  private last: T | undefined;

  /** Kept values count with their size. */
  constructor(count: number, compare: (a: T, b: T) => number, sizeOf: (value: T) => number = () => 0, budget?: Budget) {
    this.sizeOf = sizeOf;
    this.budget = budget;
    this.count = count;
    this.compare = compare;
  }

  /** @throws MongoError 292 */
  add(value: T): void {
    if (this.last !== undefined && this.compare(value, this.last) >= 0) return;
    this.values.push(value);
    this.unsorted += this.sizeOf(value);
    if (this.values.length >= 2 * this.count + ROOM || this.unsorted > UNSORTED) this.trim();
  }

  sorted(): T[] {
    this.trim();
    return this.values;
  }

  /** The same; what is handed out is kept no more. */
  *handedOut(): Generator<T> {
    const values = this.sorted().reverse();
    for (let value = values.pop(); value !== undefined; value = values.pop()) {
      this.budget?.grow(-this.sizeOf(value));
      yield value;
    }
  }

  private trim(): void {
    this.values.sort(this.compare);
    if (this.values.length > this.count) {
      for (const dropped of this.values.splice(this.count)) this.unsorted -= this.sizeOf(dropped);
    }
    if (this.values.length === this.count) this.last = this.values.at(-1);
    this.budget?.grow(this.unsorted);
    this.unsorted = 0;
  }
}
