/** A delivery with the memory that it takes. */
export interface Load {
  /** Id of the delivery. */
  id: string;
  webhookId: string;
  orgId: string;
  /** UTF-16 units of the payload, and of the response that is not yet recorded. */
  size: number;
}

interface Amount {
  deliveries: number;
  size: number;
}

const NOTHING: Amount = { deliveries: 0, size: 0 };

/** The share of the free capacity that an org may hold, and of the org's free share that a webhook may hold. */
const SHARE = 1 / 4;

/**
 * The deliveries that a process holds, with limits for orgs and webhooks. An org may hold a share of the free capacity,
 * and a webhook a share of what its org may still hold. The more is held, the smaller are the shares, so that some
 * capacity stays free for others (Choudhury and Hahne: dynamic thresholds). An org that holds nothing may always add
 * one delivery. A webhook that holds nothing may add one if its org has room.
 */
export class InFlight {
  readonly #capacity: Amount;
  readonly #loads = new Map<string, Load>();
  readonly #total: Amount = { ...NOTHING };
  readonly #ofOrg = new Map<string, Amount>();
  readonly #ofWebhook = new Map<string, Amount>();

  constructor(capacity: Amount) {
    this.#capacity = capacity;
  }

  /** The number of deliveries that the webhook may add now. The sizes of these deliveries are not checked. */
  room({ id, orgId }: { id: string; orgId: string }): number {
    const left = {
      deliveries: this.#capacity.deliveries - this.#total.deliveries,
      size: this.#capacity.size - this.#total.size,
    };
    const ofOrg = shareOf(left, this.#ofOrg.get(orgId));
    const ofWebhook = shareOf(ofOrg, this.#ofWebhook.get(id));
    if (!this.#ofOrg.has(orgId)) return Math.max(1, countIn(ofWebhook));
    if (!this.#ofWebhook.has(id) && countIn(ofOrg) > 0) return Math.max(1, countIn(ofWebhook));
    return countIn(ofWebhook);
  }

  /** The number of deliveries of the webhook that are held. */
  count(webhookId: string): number {
    return this.#ofWebhook.get(webhookId)?.deliveries ?? 0;
  }

  has(deliveryId: string): boolean {
    return this.#loads.has(deliveryId);
  }

  ids(): string[] {
    return [...this.#loads.keys()];
  }

  hold(load: Load): void {
    this.#loads.set(load.id, load);
    this.#change(load, 1);
  }

  /** Adds `size` UTF-16 units to a held delivery. */
  grow(deliveryId: string, size: number): void {
    const load = this.#loads.get(deliveryId);
    if (!load) return;
    this.release(deliveryId);
    this.hold({ ...load, size: load.size + size });
  }

  release(deliveryId: string): void {
    const load = this.#loads.get(deliveryId);
    if (!load) return;
    this.#loads.delete(deliveryId);
    this.#change(load, -1);
  }

  #change({ orgId, webhookId, size }: Load, sign: 1 | -1): void {
    add(this.#total, sign, size);
    adjust(this.#ofOrg, orgId, sign, size);
    adjust(this.#ofWebhook, webhookId, sign, size);
  }
}

/** The share of the free capacity that a holder of `held` may still add. */
function shareOf(left: Amount, held: Amount = NOTHING): Amount {
  return { deliveries: left.deliveries * SHARE - held.deliveries, size: left.size * SHARE - held.size };
}

function countIn({ deliveries, size }: Amount): number {
  return size > 0 ? Math.max(0, Math.floor(deliveries)) : 0;
}

function add(amount: Amount, sign: 1 | -1, size: number): void {
  amount.deliveries += sign;
  amount.size += sign * size;
}

function adjust(amounts: Map<string, Amount>, key: string, sign: 1 | -1, size: number): void {
  const amount = amounts.get(key) ?? { ...NOTHING };
  add(amount, sign, size);
  if (amount.deliveries > 0) amounts.set(key, amount);
  else amounts.delete(key);
}
