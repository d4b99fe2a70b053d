import type { Target, Targets } from '../deliveries/domain/target.ts';
import { covers } from './domain/event-types.ts';
import { secretsInForce, type Webhook } from './domain/webhook.ts';
import type { WebhookRepository } from './repository.ts';

/** Webhooks in the form that deliveries need. */
export function webhookTargets(webhooks: WebhookRepository): Targets {
  return {
    async find(webhookIds) {
      const found = await webhooks.find(webhookIds);
      return new Map(found.map((webhook) => [webhook.id, targetOf(webhook)]));
    },
    async findSubscribers(orgIds) {
      const active = await webhooks.findActive(orgIds);
      const known = active.map(targetOf);
      return ({ orgId, type }) => known.filter((target) => target.orgId === orgId && covers(target.events, type));
    },
  };
}

function targetOf(webhook: Webhook): Target {
  const { id, orgId, url, events, isActive } = webhook;
  return { id, orgId, url, events, isActive, secrets: secretsInForce(webhook, new Date()) };
}
