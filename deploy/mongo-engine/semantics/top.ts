/** Buffered beyond what is kept, so that sorting is rare. */
const ROOM = 1_000;

/** The first `count` of many values in the order of `compare`, those that are equal as they came. */
export class Top<T> {
  private readonly count: number;
  private readonly compare: (a: T, b: T) => number;
  private values: T[] = [];
  /** The last that is kept, as soon as there are enough: what is not before it is not looked at twice. */
  private last: T | undefined;

  constructor(count: number, compare: (a: T, b: T) => number) {
    this.count = count;
    this.compare = compare;
  }

  add(value: T): void {
    if (this.last !== undefined && this.compare(value, this.last) >= 0) return;
    this.values.push(value);
    if (this.values.length >= 2 * this.count + ROOM) this.trim();
  }

  sorted(): T[] {
    this.trim();
    return this.values;
  }

  private trim(): void {
    this.values.sort(this.compare);
    if (this.values.length < this.count) return;
    this.values.length = this.count;
    this.last = this.values.at(-1);
  }
}
