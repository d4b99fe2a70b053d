import { LRUCache } from 'lru-cache';

/**
 * The drift between two steady clocks at most, in ms per ms. Knowledge of another clock loses this much accuracy as time
 * goes by.
 */
const DRIFT = 0.001;
/** Instances come and go, and are never heard of again. */
const MAX_INSTANCES = 100;

interface PeerClock {
  /** Time of our clock when the other clock says 0, as far as it can be known: messages take at least no time. */
  offset: number;
  learnt: number;
}

/**
 * The time until which all changes are known, by this process' clock, in milliseconds.
 *
 * A heartbeat holds the time, by its sender's clock, until which the sender has told all changes. The heartbeat may have
 * waited anywhere on its way, also in this process while it stood still, so the time of its arrival proves nothing. The
 * fastest heartbeat of a sender gives the difference of the two clocks; the first one alone proves nothing.
 */
export class Freshness {
  at = Number.NEGATIVE_INFINITY;
  readonly #clocks = new LRUCache<string, PeerClock>({ max: MAX_INSTANCES });

  /** All that was committed at `at` is known. */
  confirm(at: number): void {
    if (at > this.at) this.at = at;
  }

  /** `instance` has told all that was committed at `looked` by its clock; it arrived at `now`. */
  heartbeat(instance: string, looked: number, now: number): void {
    const known = this.#clocks.get(instance);
    const offset = Math.min(
      now - looked,
      known ? known.offset + (now - known.learnt) * DRIFT : Number.POSITIVE_INFINITY,
    );
    this.#clocks.set(instance, { offset, learnt: now });
    if (known) this.confirm(looked + offset);
  }
}
