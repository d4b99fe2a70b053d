/** What no gateway may believe any longer: written with the change that ends it, told afterwards. */
export interface Revocation {
  id: string;
  /** Ids of ended sessions, the `sid` of their tokens. */
  sessions: string[];
  /** Ids of API keys that changed. */
  keys: string[];
  at: Date;
}

/**
 * Milliseconds in which a revocation matters: a token lives for an hour (interface: Limits), a key is remembered for a
 * minute; the rest is for clocks that differ and for transactions that commit after the time that they name.
 */
export const RELEVANT_MS = 70 * 60_000;
