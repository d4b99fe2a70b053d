import { notFound } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { eventTypes } from '#proto/common/v1/events.contract.ts';
import { ListEventsRequest, MAX_EVENT_DELIVERIES } from '#proto/notification/v1/event.contract.ts';
import type { EventAttempt } from '../deliveries/attempts-repository.ts';
import { covers, isSubscription } from '../webhooks/domain/event-types.ts';
import { mayRead, readableTypes } from '../webhooks/event-visibility.ts';
import type { EventSummary, LoggedEvent } from './domain/logged-event.ts';
import type { EventRepository } from './repository.ts';

export interface EventHandlerOptions {
  events: Pick<EventRepository, 'list' | 'findShown'>;
  attempts: { ofEvent(orgId: string, eventId: string, most: number): Promise<EventAttempt[]> };
}

/** API keys need the scope of events, and see only events of resources that they may read (decisions 3: Scopes). */
const reading = { role: 'admin', scope: 'read:events' } as const;

export function eventHandlers({ events, attempts }: EventHandlerOptions) {
  return implement('notification', 'EventService', {
    ListEvents: unary(
      ListEventsRequest,
      async ({ query, type, record_id: recordId, since }, call) => {
        const { principal, now } = call;
        const { sort, page: number, limit, after, updatedSince, ranges = [] } = query;
        const asked = {
          ...{ page: number, limit, after, recordId },
          sort: sort.startsWith('-') ? ('-at' as const) : ('at' as const),
          types: shownTypes(principal, type),
          // Events never change: the time of an event is that of its last change.
          ranges: [...ranges, ...[since, updatedSince].flatMap((from) => (from ? [{ field: 'timestamp', from }] : []))],
        };
        const page = await events.list(principal.orgId, asked, now, call);
        return { ...page, data: page.data.map(summary) };
      },
      reading,
    ),
    GetEvent: unary(
      RecordRequest,
      async ({ id }, { principal, now }) => {
        const event = await events.findShown(principal.orgId, id, now);
        if (!event || !mayRead(principal, event.type)) throw notFound('Event');
        // Deliveries are only shown to callers who may read webhooks.
        if (!mayRead(principal, 'webhook.*')) return { ...whole(event), deliveries: [], has_more_deliveries: false };
        const made = await attempts.ofEvent(principal.orgId, id, MAX_EVENT_DELIVERIES + 1);
        return {
          ...whole(event),
          deliveries: made.slice(0, MAX_EVENT_DELIVERIES).map(delivery),
          has_more_deliveries: made.length > MAX_EVENT_DELIVERIES,
        };
      },
      reading,
    ),
  });
}

/** The types to list; undefined: all. */
function shownTypes(principal: Principal, asked: string | undefined): string[] | undefined {
  const readable = readableTypes(principal);
  if (asked === undefined) return readable;
  if (!asked.endsWith('.*')) return mayRead(principal, asked) ? [asked] : [];
  const known = isSubscription(asked) ? (readable ?? eventTypes) : [];
  return known.filter((type) => covers([asked], type));
}

function summary({ id, type, at, orgId, sequence, recordId }: EventSummary) {
  return {
    ...{ id, type, timestamp: at.toISOString(), api_version: 'v1', org_id: orgId, sequence, record_id: recordId },
  };
}

/** The envelope as it is sent. A test has the type of its example. */
function whole(event: LoggedEvent) {
  const { type, data, previous, comparison, truncated, test } = JSON.parse(event.payload);
  return {
    ...summary({ ...event, type }),
    data: JSON.stringify(data),
    ...(previous && { previous: JSON.stringify(previous) }),
    ...(comparison && { comparison: JSON.stringify(comparison) }),
    ...(truncated && { truncated }),
    ...(test && { test }),
  };
}

function delivery({ id, webhookId, attempt, phase, statusCode, durationMs, deliveredAt, nextAttemptAt }: EventAttempt) {
  return {
    ...{ id, webhook_id: webhookId, attempt, status_code: statusCode, duration_ms: durationMs },
    delivered_at: deliveredAt.toISOString(),
    success: phase === 'succeeded',
    next_attempt_at: nextAttemptAt?.toISOString() ?? null,
  };
}
