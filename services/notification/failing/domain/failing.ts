/** A series of failed attempts at a webhook, without a success. */
export interface Streak {
  url: string;
  since: Date;
  /** Time of the last failure that was checked. */
  seenAt: Date;
}

/** Milliseconds after which a webhook is disabled (decisions 5: Delivery). */
const LONGEST_MS = 5 * 24 * 3600_000;
/**
 * Maximum milliseconds between two checked failures of a streak. It is more than the 24 h of a Retry-After plus delays.
 * A longer time without attempts is no proof of failure.
 */
const LONGEST_GAP_MS = 26 * 3600_000;
/** Milliseconds after which the next failure is checked. */
export const LOOK_EVERY_MS = 3600_000;

/**
 * The streak after a failure at `now`. `hasSucceeded`: whether an attempt succeeded since the last checked failure.
 * Failures at another URL do not count.
 */
export function afterFailure(
  before: Streak | undefined,
  { url, now, hasSucceeded }: { url: string; now: Date; hasSucceeded: boolean },
): Streak {
  const goesOn =
    before && !hasSucceeded && before.url === url && now.getTime() - before.seenAt.getTime() <= LONGEST_GAP_MS;
  return { url, since: goesOn ? before.since : now, seenAt: now };
}

/** Whether all attempts of five days have failed. */
export const isHopeless = ({ since, seenAt }: Streak): boolean => seenAt.getTime() - since.getTime() >= LONGEST_MS;
