import { LRUCache } from 'lru-cache';
import type { Target } from '../deliveries/domain/target.ts';
import type { HealthRepository } from '../deliveries/health-repository.ts';
import { afterFailure, isHopeless, LOOK_EVERY_MS, type Streak } from './domain/failing.ts';
import type { StreakRepository } from './streak-repository.ts';

export interface FailureWatchDependencies {
  health: Pick<HealthRepository, 'hasSucceeded'>;
  streaks: Pick<StreakRepository, 'find' | 'save'>;
  /** If the streak still exists: disables the webhook and removes the streak. Otherwise does nothing. */
  disable(webhook: Target, streak: Streak): Promise<void>;
}

/** Maximum number of webhooks whose last check is remembered. A forgotten webhook is checked again. */
const MAX_KNOWN = 10_000;

/**
 * Disables webhooks whose attempts of five days have all failed. It is called for each failed attempt, and checks a
 * webhook at most once an hour. A check that fails is repeated at the next failure.
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
    // Set before the check, so that failures during the check do not start another.
    looked.set(id, { url, at: now.getTime() });
    await look(webhook, now).catch((error) => {
      looked.delete(id);
      throw error;
    });
  };
}
