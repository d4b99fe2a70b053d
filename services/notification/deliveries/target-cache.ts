import { LRUCache } from 'lru-cache';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { Target, Targets } from './domain/target.ts';

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
export class TargetCache {
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  readonly #read: (webhookId: string) => Promise<Known>;

  constructor(targets: Targets) {
    this.#read = createBatcher(async (webhookIds) => {
      const readAt = Date.now();
      const found = await targets.find([...new Set(webhookIds)]);
      return webhookIds.map((id) => this.#keep(id, { target: found.get(id), readAt }));
    });
  }

  /** Takes over what was read elsewhere at `readAt` (epoch ms). */
  note(target: Target, readAt: number): void {
    const known = this.#known.get(target.id);
    if (!known || known.readAt < readAt) this.#keep(target.id, { target, readAt });
  }

  async get(webhookId: string): Promise<Target | undefined> {
    const known = this.#known.get(webhookId);
    const isFresh = known && Date.now() - known.readAt <= FRESH_MS;
    return (isFresh ? known : await this.#read(webhookId)).target;
  }

  #keep(webhookId: string, known: Known): Known {
    this.#known.set(webhookId, known);
    return known;
  }
}
