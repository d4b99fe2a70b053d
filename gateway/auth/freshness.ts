import { LRUCache } from 'lru-cache';

/**
 * Maximum drift between two monotonic clocks, in ms per ms. A measured offset between the clocks loses this much
 * accuracy with time.
 */
const DRIFT = 0.001;
/** Maximum number of remembered instances. A restarted process has a new instance name. */
const MAX_INSTANCES = 100;

interface PeerClock {
  /**
   * Our clock minus the peer's clock, in ms, from the fastest heartbeat. The time that this heartbeat took is not
   * known.
   */
  offset: number;
  /** Our clock when `offset` was measured. */
  learnt: number;
}

/**
 * The time until which all changes are known, by this process's clock, in milliseconds.
 *
 * A heartbeat carries a time of its sender's clock: the sender has published all changes that were committed until
 * then. The heartbeat may be delayed anywhere, even in this process while it was paused, so its time of arrival proves
 * nothing. The fastest heartbeat of a sender gives the difference of the two clocks. So a sender's first heartbeat
 * confirms nothing.
 */
export class Freshness {
  at = Number.NEGATIVE_INFINITY;
  readonly #clocks = new LRUCache<string, PeerClock>({ max: MAX_INSTANCES });

  /** Notes that all changes are known that were committed until `at`. */
  confirm(at: number): void {
    if (at > this.at) this.at = at;
  }

  /**
   * Handles a heartbeat: `instance` has published all changes that were committed until `looked`, by its clock. `now`
   * is the time of arrival, by our clock.
   */
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
