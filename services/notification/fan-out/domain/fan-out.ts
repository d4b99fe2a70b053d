/** The webhooks that are still to have a delivery of an event, of those that subscribed to it when it was taken in. */
export interface FanOut {
  eventId: string;
  orgId: string;
  type: string;
  /** UTF-16 units of the event's payload. */
  size: number;
  webhookIds: string[];
  createdAt: Date;
}

/** Deliveries that are made with the events of an org's batch; what a batch costs is bounded by it. */
export const SHARE = 500;
/** An event for no more webhooks is quicker sent than put aside. */
const FEW = 4;

/**
 * Divides the webhooks of an event: the first get their deliveries with it, as far as `left` of the batch's share
 * allows, and the others later.
 */
export function divideWebhooks<Webhook>(webhooks: Webhook[], left: number): { now: Webhook[]; later: Webhook[] } {
  const most = webhooks.length <= FEW ? FEW : Math.max(0, left);
  return { now: webhooks.slice(0, most), later: webhooks.slice(most) };
}

/** Number of fan-outs, with these counts of webhooks, that make a step of `most` deliveries; the last may exceed it. */
export function stepLength(counts: number[], most: number): number {
  let sum = 0;
  const last = counts.findIndex((count) => {
    sum += count;
    return sum >= most;
  });
  return last === -1 ? counts.length : last + 1;
}

/** The first `most` deliveries of the fan-outs, and what is left of each. */
export function divideStep(fanOuts: FanOut[], most: number): { now: FanOut; later: string[] }[] {
  let left = most;
  return fanOuts.map((fanOut) => {
    const webhookIds = fanOut.webhookIds.slice(0, left);
    left -= webhookIds.length;
    return { now: { ...fanOut, webhookIds }, later: fanOut.webhookIds.slice(webhookIds.length) };
  });
}
