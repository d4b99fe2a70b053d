import { ACCESS_RELEVANT_MS } from '#proto/identity/v1/contract.ts';

/**
 * A credential or membership that gateways may no longer trust. It is written with the change that ends it, and
 * announced afterwards.
 */
export interface Revocation {
  id: string;
  /** Ids of ended sessions, the `sid` of their tokens. */
  sessions: string[];
  /** API keys and memberships that changed; the latter make of `sessions` something else (`AccessChange`). */
  keys: string[];
  at: Date;
}

/** A page of revocations for a gateway. */
export interface RevocationPage {
  changes: Revocation[];
  /** Where the next page begins; absent after the last. */
  next?: string;
}

/** Milliseconds: more than a transaction takes to commit, and replicas' clocks differ. */
const MARGIN_MS = 60_000;

/** From when on revocations are to be looked at, for all that were not there yet at `since` (RFC 3339). */
export function accessChangesSince(since: string | undefined, now: Date): Date {
  const from = now.getTime() - ACCESS_RELEVANT_MS;
  return new Date(since === undefined ? from : Math.max(from, Date.parse(since) - MARGIN_MS));
}
