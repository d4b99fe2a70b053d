/** A key that has a successor. */
export interface FormerKey {
  /** It signs beside its successor until then. */
  until: Date;
}

/** Milliseconds that both sign: as long as a webhook's secrets do (decisions 5: Signing). */
export const OVERLAP_MS = 24 * 3600_000;

export const isInForce = ({ until }: FormerKey, now: Date): boolean => now < until;

/**
 * Why an org's key cannot be replaced now, or undefined. Only two sign at a time: receivers that know but the oldest would
 * be left without a signature. Where the one before is to end at once, that is what is wanted.
 */
export function rotationFault(
  former: FormerKey | null | undefined,
  { now, until }: { now: Date; until: Date },
): string | undefined {
  if (!former || !isInForce(former, now) || until <= now) return undefined;
  return `Two keys sign until ${former.until.toISOString()}: replace the newer one then, or both now, with --at-once`;
}
