/** A delivery as far as its share of the memory is concerned. */
export interface Load {
  /** Id of the delivery. */
  id: string;
  webhookId: string;
  orgId: string;
  /** UTF-16 units of its payload, and of the answer that is still to be recorded. */
  size: number;
}

interface Amount {
  deliveries: number;
  size: number;
}

const NOTHING: Amount = { deliveries: 0, size: 0 };

/** Part of the rest of the capacity that a webhook or an org may hold. */
const SHARE = 1 / 4;

/**
 * The deliveries that a process has in hand, and who may bring more. An org may hold a share of what is left for all, and
 * a webhook a share of what is left of its org's: the more is held, the less may anybody hold, so that something is left
 * for who comes next, however many are slow (Choudhury and Hahne: dynamic thresholds). Who holds nothing may bring one
 * delivery, a webhook only where its org has room.
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

  /** Number of further deliveries that the webhook may have in hand. If it may have any, their size is not looked at. */
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

  /** Deliveries of the webhook that are held. */
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

  /** It takes `size` more from now on. */
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

/** Part of the rest of the capacity that a holder of `held` may still take. */
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
