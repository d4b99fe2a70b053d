import { LRUCache } from 'lru-cache';
import type { Target } from '../deliveries/domain/target.ts';
import type { HealthRepository } from '../deliveries/health-repository.ts';
import { afterFailure, isHopeless, LOOK_EVERY_MS, type Streak } from './domain/failing.ts';
import type { StreakRepository } from './streak-repository.ts';

export interface FailureWatchDependencies {
  health: Pick<HealthRepository, 'hasSucceeded'>;
  streaks: Pick<StreakRepository, 'find' | 'save'>;
  /** Ends the webhook, and its streak with it, if that still goes on. */
  disable(webhook: Target, streak: Streak): Promise<void>;
}

/** Webhooks whose last look is remembered; one that is forgotten is looked at once more. */
const MAX_KNOWN = 10_000;

/**
 * Hears of failed attempts at webhooks and disables those that nothing but failures came of for five days. Looks at each
 * once an hour at most, so that failures of a flood cost no more than one; a look that fails is repeated with the next failure.
 */
export function createFailureWatch({ health, streaks, disable }: FailureWatchDependencies) {
  const looked = new LRUCache<string, { url: string; at: number }>({ max: MAX_KNOWN });

  async function look(webhook: Target, now: Date): Promise<void> {
    const { id, orgId, url } = webhook;
    const before = await streaks.find(orgId, id);
    const hasSucceeded = before !== undefined && (await health.hasSucceeded(orgId, id, before.seenAt));
    const streak = afterFailure(before, { url, now, hasSucceeded });
    if (isHopeless(streak)) await disable(webhook, streak);
    else await streaks.save(orgId, id, streak, before);
  }

  return async (webhook: Target, now: Date): Promise<void> => {
    const { id, url } = webhook;
    const last = looked.get(id);
    if (last?.url === url && now.getTime() - last.at < LOOK_EVERY_MS) return;
    // Before it is done, so that the failures that come meanwhile wait for none of their own.
    looked.set(id, { url, at: now.getTime() });
    await look(webhook, now).catch((error) => {
      looked.delete(id);
      throw error;
    });
  };
}
