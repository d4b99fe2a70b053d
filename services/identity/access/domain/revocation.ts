import { ACCESS_RELEVANT_MS } from '#proto/identity/v1/contract.ts';

/**
 * A credential or membership that gateways must no longer accept. It is written in the transaction of the change that
 * ends it, and published after the commit.
 */
export interface Revocation {
  id: string;
  /** Ids of sessions: the `sid` of their tokens. If `keys` names no membership, the sessions have ended. */
  sessions: string[];
  /**
   * API keys and memberships that have changed. With a membership, `sessions` are those of its user, and do not end
   * (`AccessChange`).
   */
  keys: string[];
  at: Date;
}

/** A page of revocations for a gateway. */
export interface RevocationPage {
  changes: Revocation[];
  /** Cursor of the next page; absent on the last page. */
  next?: string;
}

/** Milliseconds. It covers the time until a transaction commits, and the differences between the clocks of replicas. */
const MARGIN_MS = 60_000;

/**
 * The time from which revocations must be read, so that none is missed that was written after `since` (RFC 3339).
 * `since` undefined: the time from which revocations can still matter.
 */
export function startOfAccessChanges(since: string | undefined, now: Date): Date {
  const from = now.getTime() - ACCESS_RELEVANT_MS;
  return new Date(since === undefined ? from : Math.max(from, Date.parse(since) - MARGIN_MS));
}
