import { createBatcher } from '#chassis/batcher.ts';
import type { Target, Targets } from './target.ts';

interface Known {
  /** undefined: there is no such webhook. */
  target: Target | undefined;
  /** Epoch ms. */
  readAt: number;
}

/** What was read longer ago is read again before anything is sent: a webhook may have been changed or removed. */
const FRESH_MS = 250;
const MAX_KNOWN = 1000;

/** Webhooks as they are now, or were a moment ago. Under load one read serves all that wait for the same webhook. */
export class FreshTargets {
  readonly #known = new Map<string, Known>();
  readonly #read: (webhookId: string) => Promise<void>;

  constructor(targets: Targets) {
    this.#read = createBatcher(async (webhookIds) => {
      const distinct = [...new Set(webhookIds)];
      const readAt = Date.now();
      const found = await targets.find(distinct);
      for (const id of distinct) this.#keep(id, { target: found.get(id), readAt });
      return webhookIds.map(() => undefined);
    });
  }

  /** Takes over what was read elsewhere at `readAt` (epoch ms). */
  note(target: Target, readAt: number): void {
    const known = this.#known.get(target.id);
    if (!known || known.readAt < readAt) this.#keep(target.id, { target, readAt });
  }

  async get(webhookId: string): Promise<Target | undefined> {
    const known = this.#known.get(webhookId);
    if (!known || Date.now() - known.readAt > FRESH_MS) await this.#read(webhookId);
    return this.#known.get(webhookId)?.target;
  }

  #keep(webhookId: string, known: Known): void {
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(webhookId, known);
  }
}
