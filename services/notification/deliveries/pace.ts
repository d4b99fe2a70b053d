/** Attempts without any answer, one after the other, from which on an endpoint is taken for dead. */
const DEAD_AFTER = 10;
/** Milliseconds between two attempts at a dead endpoint. */
const PROBE_EVERY = 100;

/**
 * The breaker of one endpoint. A dead one is not cut off, since every delivery has a right to its attempts, but slowed
 * to ten a second, which costs the others nothing. The first answer, good or bad, brings it back to full speed.
 */
export class Pace {
  #unanswered = 0;
  #nextStart = 0;

  get isDead(): boolean {
    return this.#unanswered >= DEAD_AFTER;
  }

  /** Whether an attempt may start at `now` (epoch ms). */
  allows(now: number): boolean {
    return !this.isDead || now >= this.#nextStart;
  }

  started(now: number): void {
    this.#nextStart = now + PROBE_EVERY;
  }

  ended(answered: boolean): void {
    this.#unanswered = answered ? 0 : this.#unanswered + 1;
  }

  /** Epoch ms from which the next attempt at a dead endpoint may start. */
  get nextStart(): number {
    return this.#nextStart;
  }
}
