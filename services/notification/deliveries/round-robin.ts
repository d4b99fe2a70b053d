/** Runs work in turn by key, so many at a time: a flood of one key delays the others by a turn. */
export class RoundRobin {
  readonly #parallel: number;
  /** By key; the first is next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #running = 0;

  constructor(parallel: number) {
    this.#parallel = parallel;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#parallel) this.#running += 1;
    else await new Promise<void>((go) => this.#enqueue(key, go));
    try {
      return await work();
    } finally {
      this.#startNext();
    }
  }

  #enqueue(key: string, go: () => void): void {
    const queue = this.#waiting.get(key);
    if (queue) queue.push(go);
    else this.#waiting.set(key, [go]);
  }

  /** Hands the place on. What is left of the key waits behind all other keys. */
  #startNext(): void {
    const [first] = this.#waiting;
    if (!first) {
      this.#running -= 1;
      return;
    }
    const [key, queue] = first;
    const go = queue.shift();
    this.#waiting.delete(key);
    if (queue.length > 0) this.#waiting.set(key, queue);
    go?.();
  }
}
