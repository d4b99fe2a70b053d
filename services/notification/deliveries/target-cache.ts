import { LRUCache } from 'lru-cache';
import { createBatcher } from '#chassis/concurrency/batcher.ts';
import type { Target, Targets } from './domain/target.ts';

interface Known {
  /** undefined: there is no such webhook. */
  target: Target | undefined;
  /** By the process' own clock (ms): the machine's may be set back, and what is old would be taken for new. */
  readAt: number;
  /** Whether it was asked for since. */
  isUsed: boolean;
}

/** Milliseconds after which a webhook is read again before anything is sent: it may have been changed or removed. */
const FRESH_MS = 250;
const MAX_KNOWN = 1000;

/**
 * Webhooks as they are now, or were a moment ago. Under load one read serves all that wait for the same webhook, and reads
 * those with it that were asked for since they were read and are to be read again soon.
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

  /** Takes over what was read elsewhere, where the reading began at `readAt`. */
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

  /** Keeps a webhook as it was read, unless a later read is known: an earlier read may end later. */
  #keep(webhookId: string, target: Target | undefined, readAt: number): Known {
    const newest = this.#known.get(webhookId);
    if (newest && newest.readAt >= readAt) return newest;
    const known = { target, readAt, isUsed: false };
    this.#known.set(webhookId, known);
    return known;
  }
}
