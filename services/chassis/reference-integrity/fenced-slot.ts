/** Whether the target of a slot takes references, and on whose word (ADR 21). */
export interface Closing {
  /** Rises with every reservation of a target: an earlier one's word no longer counts, however late it comes. */
  fence?: number;
  /** Closed while it lies ahead. */
  closedUntil: Date;
}

/** What a service says that numbers no reservations: one of an earlier version, for whom they end by the clock. */
const UNFENCED = 0;
const UNFENCED_MS = 60_000;

/** A time, since replicas of an earlier version compare it with theirs. */
const FOR_GOOD = new Date('9999-12-31T00:00:00.000Z');
const OPEN = new Date(0);

export const isClosed = (slot: Closing | undefined, now: Date): boolean =>
  slot?.closedUntil !== undefined && slot.closedUntil > now;

/**
 * The slot as a reservation closes it: for good, until it is taken back. The same one may say so again.
 * Undefined: another has closed it, or this one was taken back already.
 */
export function closed(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const stands = isClosed(slot, now);
  if (fence === UNFENCED) return stands ? undefined : { closedUntil: new Date(now.getTime() + UNFENCED_MS) };
  const before = slot?.fence ?? UNFENCED;
  if (stands && before === UNFENCED) return undefined;
  const isRepeated = stands && before === fence;
  return before < fence || isRepeated ? { fence, closedUntil: FOR_GOOD } : undefined;
}

/** The slot once the reservation is taken back, also before it came. Undefined: it stays as another has left it. */
export function reopened(slot: Closing | undefined, fence: number, now: Date): Closing | undefined {
  const before = slot?.fence ?? UNFENCED;
  if (fence === UNFENCED) return before === UNFENCED ? { closedUntil: OPEN } : undefined;
  const endsByClock = isClosed(slot, now) && before === UNFENCED;
  return endsByClock || before > fence ? undefined : { fence, closedUntil: OPEN };
}
