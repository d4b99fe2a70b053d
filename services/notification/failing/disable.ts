import { randomUUID } from 'node:crypto';
import type { WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import type { Target } from '../deliveries/domain/target.ts';
import { type DisableReason, webhooksDisabled } from '../deliveries/metrics.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import type { Streak } from './domain/failing.ts';
import type { StreakRepository } from './streak-repository.ts';

export interface DisableDependencies {
  writer: Writer;
  webhooks: Pick<WebhookRepository, 'disable'>;
  streaks: Pick<StreakRepository, 'goesOn' | 'remove'>;
}

const OWN_DEADLINE_MS = 8000;

/**
 * Disables a webhook and removes its streak. `reason`: 410 or failing. `cause`: the streak that is the reason. If the
 * webhook was activated since, the streak is gone, and nothing happens.
 */
export function createDisable({ writer, webhooks, streaks }: DisableDependencies) {
  return (reason: DisableReason) => async (webhook: Target, cause?: Streak) => {
    const { orgId, id } = webhook;
    const { value: isDisabled } = await writer.write(ownCall(), async (tx) => {
      if (cause && !(await streaks.goesOn(orgId, id, cause, tx.session))) return false;
      const wasDisabled = await webhooks.disable(tx, webhook);
      if (wasDisabled) await streaks.remove(orgId, id, tx.session);
      return wasDisabled;
    });
    if (isDisabled) webhooksDisabled.inc({ reason });
  };
}

/** A call without a caller. */
function ownCall(): WriteCall {
  const now = new Date();
  return { context: { requestId: randomUUID() }, now, deadline: now.getTime() + OWN_DEADLINE_MS };
}
