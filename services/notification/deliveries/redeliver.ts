import { AppError, notFound } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import type { Transaction, Writer } from '#chassis/unit-of-work/write.ts';
import type { RecoverWebhookRequest, RedeliverRequest, webhookActs } from '#proto/notification/v1/contract.ts';
import { keptUntil } from '../events/domain/logged-event.ts';
import type { EventRepository } from '../events/repository.ts';
import { covers } from '../webhooks/domain/event-types.ts';
import { sequenceOf, type Webhook } from '../webhooks/domain/webhook.ts';
import { mayRead, readableTypes, requireReach } from '../webhooks/event-visibility.ts';
import type { WebhookRepository } from '../webhooks/repository.ts';
import { historySince } from './domain/delivery.ts';
import { spanSince } from './domain/recovery.ts';
import { redeliver } from './domain/redelivery.ts';
import { longestSpan, type Schedule } from './domain/schedule.ts';
import type { RecoveryRepository } from './recovery-repository.ts';
import type { RedeliveryRepository } from './redelivery-repository.ts';
import type { DeliveryRepository } from './repository.ts';

export interface RedeliverDependencies {
  writer: Writer;
  webhooks: Pick<WebhookRepository, 'load'>;
  events: Pick<EventRepository, 'find'>;
  deliveries: Pick<DeliveryRepository, 'findOne'>;
  redeliveries: Pick<RedeliveryRepository, 'latest' | 'persist'>;
  recoveries: Pick<RecoveryRepository, 'begin'>;
  schedule: Schedule;
  /** Called when a delivery of the webhook is due. */
  wake(webhook: { id: string; orgId: string }): void;
  /** Called when a recovery is due. */
  wakeRecovery(): void;
}

/** The moves that send events again. Each attempt has the same event id and a new signature. */
export function createRedeliver(dependencies: RedeliverDependencies) {
  const { writer, webhooks, events, deliveries, redeliveries, recoveries, schedule, wake, wakeRecovery } = dependencies;

  async function load(tx: Transaction, key: { id: string; expectedRevision?: number }): Promise<Webhook> {
    const webhook = await webhooks.load(tx, key);
    requireReach(tx.principal, webhook.events);
    return webhook;
  }

  return {
    /** Errors: not_found, conflict, insufficient_permissions, version_mismatch. */
    async redeliver(call: Call, { delivery_id, ...key }: RedeliverRequest) {
      const { principal, now } = call;
      const { value, replayed } = await writer.write(call, async (tx) => {
        const webhook = await load(tx, key);
        const made = await deliveries.findOne(principal.orgId, delivery_id);
        const isShown = made?.webhookId === key.id && made.deliveredAt >= historySince(now);
        if (!isShown || !mayRead(principal, made.eventType)) throw notFound('Delivery');
        requireActive(webhook);
        const { eventId, webhookId } = made;
        if (!made.isTest && !covers(webhook.events, made.eventType))
          throw new AppError('conflict', `The webhook does not subscribe to ${made.eventType} any more`);
        const event = (await events.find([eventId])).get(eventId);
        if (!event) throw notFound('Event');
        if (keptUntil(event).getTime() < now.getTime() + longestSpan(schedule))
          throw new AppError('conflict', 'The event is too old: it would be deleted before the last attempt');
        const latest = await redeliveries.latest(eventId, webhookId, tx.session);
        if (!latest) throw notFound('Delivery');
        const redelivery = redeliver(latest, now);
        await redeliveries.persist([redelivery], tx.session);
        const { id, eventType, attempt } = redelivery.delivery;
        emit(tx, 'webhook.redelivered', webhook, { delivery_id: id, event_id: eventId });
        return { id, webhook_id: webhookId, event_id: eventId, event_type: eventType, attempt };
      });
      wake({ id: key.id, orgId: principal.orgId });
      return { ...value, replayed };
    },
    /** Errors: not_found, conflict, validation_failed, insufficient_permissions, version_mismatch. */
    async recover(call: Call, { since, ...key }: RecoverWebhookRequest) {
      const { value, replayed } = await writer.write(call, async (tx) => {
        const asked = spanSince(since, tx.now);
        const webhook = await load(tx, key);
        requireActive(webhook);
        const types = readableTypes(tx.principal);
        const span = await recoveries.begin(webhook, { ...asked, types }, tx.session);
        const shown = { since: span.since.toISOString(), until: span.until.toISOString() };
        emit(tx, 'webhook.recovered', webhook, shown);
        return { webhook_id: webhook.id, ...shown };
      });
      wakeRecovery();
      // The answer names no event, because the events that are sent again have ids of their own.
      return { ...value, eventId: '', replayed };
    },
  };
}

export type Redeliver = ReturnType<typeof createRedeliver>;

function requireActive({ isActive }: Webhook): void {
  if (!isActive) throw new AppError('conflict', 'The webhook is inactive, and is sent nothing; activate it first');
}

function emit(tx: Transaction, type: (typeof webhookActs)[number], webhook: Webhook, about: object): void {
  const { id } = webhook;
  tx.emit({ type, recordId: id, sequence: sequenceOf(webhook), data: { id, ...about } });
}
