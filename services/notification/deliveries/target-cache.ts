import { LRUCache } from 'lru-cache';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { Target, Targets } from './domain/target.ts';

interface Known {
  /** undefined if there is no such webhook. */
  target: Target | undefined;
  /** Time of the read by `performance.now()`, because the system clock may be set back. */
  readAt: number;
  /** Whether the webhook was requested since it was read. */
  isUsed: boolean;
}

/** Milliseconds after which a webhook is read again before an attempt, because it may have been changed or deleted. */
const FRESH_MS = 250;
const MAX_KNOWN = 1000;

/**
 * Caches webhooks for FRESH_MS. Concurrent requests for a webhook share one read. A read also refreshes used webhooks
 * that will expire soon.
 */
export class TargetCache {
  readonly #known = new LRUCache<string, Known>({ max: MAX_KNOWN });
  readonly #read: (webhookId: string) => Promise<Known>;

  constructor(targets: Targets) {
    this.#read = createBatcher(async (webhookIds) => {
      const readAt = performance.now();
      const ids = [...new Set([...webhookIds, ...this.#soonStale(readAt)])];
      const found = await targets.find(ids);
      const read = new Map(ids.map((id) => [id, this.#keep(id, found.get(id), readAt)]));
      return webhookIds.map((id) => read.get(id) as Known);
    });
  }

  /** Caches a webhook that was read elsewhere. `readAt`: when that read began. */
  note(target: Target, readAt: number): void {
    this.#keep(target.id, target, readAt);
  }

  async get(webhookId: string): Promise<Target | undefined> {
    const known = this.#known.get(webhookId);
    const isFresh = known && performance.now() - known.readAt <= FRESH_MS;
    if (!isFresh) return (await this.#read(webhookId)).target;
    known.isUsed = true;
    return known.target;
  }

  #soonStale(now: number): string[] {
    const isSoon = ({ isUsed, readAt }: Known) => isUsed && now - readAt > FRESH_MS / 2;
    return [...this.#known.entries()].flatMap(([id, known]) => (isSoon(known) ? [id] : []));
  }

  /** Caches a webhook, unless a later read is cached. An earlier read may end later. */
  #keep(webhookId: string, target: Target | undefined, readAt: number): Known {
    const newest = this.#known.get(webhookId);
    if (newest && newest.readAt >= readAt) return newest;
    const known = { target, readAt, isUsed: false };
    this.#known.set(webhookId, known);
    return known;
  }
}
