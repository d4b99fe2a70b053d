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
 * Until when everything is known, by this process' own clock, in milliseconds.
 *
 * A heartbeat says when, by the clock of its sender, all was told. It may have waited anywhere on its way, also in this
 * process while it stood still, so the time of its arrival says nothing. What does is the fastest that ever came from
 * that sender; from the first one nothing can be concluded at all.
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
