/** The ids that the turns of webhooks depend on. */
export interface WebhookRef {
  id: string;
  orgId: string;
}

/**
 * Knows when to poll which webhook for due deliveries, and whose turn it is. Orgs take turns, and webhooks of an org
 * take turns.
 */
export class DueWebhooks {
  /**
   * The time of the next poll in epoch milliseconds, by org and webhook. A polled webhook that is noted again goes to
   * the end.
   */
  readonly #orgs = new Map<string, Map<string, number>>();

  /** Notes that a delivery of the webhook will be due at `at` (epoch milliseconds). */
  note({ id, orgId }: WebhookRef, at: number): void {
    const webhooks = this.#orgs.get(orgId) ?? new Map<string, number>();
    this.#orgs.set(orgId, webhooks);
    webhooks.set(id, Math.min(at, webhooks.get(id) ?? at));
  }

  /**
   * Picks up to `limit` webhooks that are due at `now` (epoch milliseconds) and whose `takeTurn` returns true, one org
   * after the other.
   */
  pick(now: number, limit: number, takeTurn: (webhook: WebhookRef) => boolean): WebhookRef[] {
    const taken: WebhookRef[] = [];
    for (let more = true; more && taken.length < limit; ) {
      const round = this.#round(now, limit - taken.length, takeTurn);
      taken.push(...round);
      more = round.length > 0;
    }
    return taken;
  }

  /** Up to `limit` webhooks that are due at `now` (epoch milliseconds). */
  due(now: number, limit: number): string[] {
    const found: string[] = [];
    for (const webhooks of this.#orgs.values())
      for (const [id, at] of webhooks) {
        if (found.length === limit) return found;
        if (at <= now) found.push(id);
      }
    return found;
  }

  /** Epoch milliseconds of the next due webhook; Infinity if there is none. */
  next(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const webhooks of this.#orgs.values()) for (const at of webhooks.values()) next = Math.min(next, at);
    return next;
  }

  /** Picks at most one webhook of each org. An org that had its turn goes to the end. */
  #round(now: number, limit: number, takeTurn: (webhook: WebhookRef) => boolean): WebhookRef[] {
    const taken: WebhookRef[] = [];
    for (const [orgId, webhooks] of [...this.#orgs]) {
      if (taken.length === limit) break;
      const id = firstOf(webhooks, (webhookId, at) => at <= now && takeTurn({ id: webhookId, orgId }));
      if (id === undefined) continue;
      webhooks.delete(id);
      this.#orgs.delete(orgId);
      if (webhooks.size > 0) this.#orgs.set(orgId, webhooks);
      taken.push({ id, orgId });
    }
    return taken;
  }
}

function firstOf(webhooks: Map<string, number>, condition: (id: string, at: number) => boolean): string | undefined {
  for (const [id, at] of webhooks) if (condition(id, at)) return id;
  return undefined;
}
