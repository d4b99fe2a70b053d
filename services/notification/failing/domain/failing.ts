/** A streak of failing attempts at a webhook. */
export interface Streak {
  url: string;
  since: Date;
  /** When it was last found to go on. */
  seenAt: Date;
}

/** decisions 5: Delivery. */
const LONGEST_MS = 5 * 24 * 3600_000;
/** A day without an attempt is no day of failures. More than the 24 h that a Retry-After may ask for, and their delays. */
const LONGEST_GAP_MS = 26 * 3600_000;
/** Milliseconds after which it is worth another look. */
export const LOOK_EVERY_MS = 3600_000;

/**
 * The streak after a failure at `now`. `hasSucceeded`: whether any attempt has since it was last seen. What was sent to
 * another address says nothing of this one.
 */
export function afterFailure(
  before: Streak | undefined,
  { url, now, hasSucceeded }: { url: string; now: Date; hasSucceeded: boolean },
): Streak {
  const goesOn =
    before && !hasSucceeded && before.url === url && now.getTime() - before.seenAt.getTime() <= LONGEST_GAP_MS;
  return { url, since: goesOn ? before.since : now, seenAt: now };
}

/** Five days of nothing but failures. */
export const isHopeless = ({ since, seenAt }: Streak): boolean => seenAt.getTime() - since.getTime() >= LONGEST_MS;
