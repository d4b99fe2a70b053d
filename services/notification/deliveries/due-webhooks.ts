/** A webhook, as far as whose turn it is needs to know. */
export interface WebhookRef {
  id: string;
  orgId: string;
}

/** When which webhook's deliveries are worth a look, and whose turn it is: orgs take turns, and webhooks within an org. */
export class DueWebhooks {
  /** By org, webhook, in epoch ms. What was looked at is put behind the others when it is noted again. */
  readonly #orgs = new Map<string, Map<string, number>>();

  /** Something of the webhook will be due at `at` (epoch ms). */
  note({ id, orgId }: WebhookRef, at: number): void {
    const webhooks = this.#orgs.get(orgId) ?? new Map<string, number>();
    this.#orgs.set(orgId, webhooks);
    webhooks.set(id, Math.min(at, webhooks.get(id) ?? at));
  }

  /** Picks up to `limit` webhooks that are due at `now` (epoch ms) and whose `takeTurn` does not decline, org by org. */
  pick(now: number, limit: number, takeTurn: (webhook: WebhookRef) => boolean): WebhookRef[] {
    const taken: WebhookRef[] = [];
    for (let more = true; more && taken.length < limit; ) {
      const round = this.#round(now, limit - taken.length, takeTurn);
      taken.push(...round);
      more = round.length > 0;
    }
    return taken;
  }

  /** The webhooks that are due at `now` (epoch ms), some of them where there are many. */
  due(now: number, limit: number): string[] {
    const found: string[] = [];
    for (const webhooks of this.#orgs.values())
      for (const [id, at] of webhooks) {
        if (found.length === limit) return found;
        if (at <= now) found.push(id);
      }
    return found;
  }

  /** Epoch ms at which the next is due; Infinity when there is none. */
  next(): number {
    let next = Number.POSITIVE_INFINITY;
    for (const webhooks of this.#orgs.values()) for (const at of webhooks.values()) next = Math.min(next, at);
    return next;
  }

  /** Takes at most one webhook of each org. An org that got its turn goes behind the others. */
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
