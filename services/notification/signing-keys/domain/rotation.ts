/** A key that has a successor. */
export interface FormerKey {
  /** The time until which the key signs beside its successor. */
  until: Date;
}

/** Milliseconds that both keys sign: as long as two secrets of a webhook (decisions 5: Signing). */
export const OVERLAP_MS = 24 * 3600_000;

export const isInForce = ({ until }: FormerKey, now: Date): boolean => now < until;

/**
 * The reason why an org's key cannot be replaced now; undefined if it can. At most two keys sign at a time. With a
 * third, receivers that know only the oldest would get no valid signature. A rotation without an overlap is always
 * allowed.
 */
export function rotationFault(
  former: FormerKey | null | undefined,
  { now, until }: { now: Date; until: Date },
): string | undefined {
  if (!former || !isInForce(former, now) || until <= now) return undefined;
  return `Two keys sign until ${former.until.toISOString()}: replace the newer one then, or both now, with --at-once`;
}
