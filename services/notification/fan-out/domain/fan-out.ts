/** The subscribed webhooks of an event that still need their deliveries. */
export interface FanOut {
  eventId: string;
  orgId: string;
  type: string;
  /** Length of the event's payload in UTF-16 units. */
  size: number;
  webhookIds: string[];
  createdAt: Date;
}

/** Maximum number of deliveries that are stored in the transaction of an org's events. */
export const SHARE = 500;
/** Up to this number of webhooks, all deliveries are stored with the event. A fan-out would take longer. */
const MAX_DIRECT = 4;

/**
 * Divides the webhooks of an event: `now` get their deliveries with the event, `later` by the fan-out. `left`: the rest
 * of the org's SHARE.
 */
export function divideWebhooks<Webhook>(webhooks: Webhook[], left: number): { now: Webhook[]; later: Webhook[] } {
  const most = webhooks.length <= MAX_DIRECT ? MAX_DIRECT : Math.max(0, left);
  return { now: webhooks.slice(0, most), later: webhooks.slice(most) };
}

/**
 * The number of fan-outs of a step of about `most` deliveries. `counts`: their numbers of webhooks. The last one may
 * exceed `most`.
 */
export function stepLength(counts: number[], most: number): number {
  let sum = 0;
  const last = counts.findIndex((count) => {
    sum += count;
    return sum >= most;
  });
  return last === -1 ? counts.length : last + 1;
}

/**
 * Divides a step: for each fan-out the webhooks of this step, at most `most` in total, and the webhooks that are left.
 */
export function divideStep(fanOuts: FanOut[], most: number): { now: FanOut; later: string[] }[] {
  let left = most;
  return fanOuts.map((fanOut) => {
    const webhookIds = fanOut.webhookIds.slice(0, left);
    left -= webhookIds.length;
    return { now: { ...fanOut, webhookIds }, later: fanOut.webhookIds.slice(webhookIds.length) };
  });
}
