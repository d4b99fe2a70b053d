import { z } from 'zod';
import { dateTime, described, ListQuery, text, timestamp } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Event as EventMessage } from '../../gen/notification/v1/Event.ts';
import type { EventDelivery as EventDeliveryMessage } from '../../gen/notification/v1/EventDelivery.ts';
import type { EventSummary as EventSummaryMessage } from '../../gen/notification/v1/EventSummary.ts';
import type { ListEventsRequest as ListEventsMessage } from '../../gen/notification/v1/ListEventsRequest.ts';

const object = () => z.record(z.string(), z.unknown());

/** decisions 5: Event log. */
export const EventSummary = z.strictObject(
  described({
    id: z.string().describe('Id of the event: the `X-Event-Id` of the write and the `webhook-id` of each attempt.'),
    type: z.string().describe('Type of the event, for example `client.created`.'),
    timestamp: timestamp().describe('Time of the event.'),
    api_version: z.string().describe('Version of the event format: `v1`.'),
    org_id: z.string(),
    sequence: z.int().describe('Number of the event within its record. Each event of the record adds 1.'),
    record_id: z
      .string()
      .nullable()
      .describe('Id of the record. For exchange rates: the id of the org. Use it to find all events of the record.'),
  }),
);
export type EventSummary = z.output<typeof EventSummary>;

/** A delivery attempt in the answer for an event. It has no payload, because the payload is the event itself. */
export const EventDelivery = z.strictObject(
  described({
    id: z.string().describe("Id of the delivery. The webhook's list of deliveries also shows the body of the answer."),
    webhook_id: z.string().describe('Id of the webhook.'),
    attempt: z.int().describe('Number of the attempt. The first attempt is 1.'),
    status_code: z.int().describe('HTTP status of the answer. 0 if no answer came.'),
    duration_ms: z.int().describe('Duration of the attempt in milliseconds.'),
    delivered_at: timestamp().describe('Time of the attempt.'),
    success: z.boolean().describe('True if the answer was a 2xx.'),
    next_attempt_at: timestamp().nullable().describe('Time of the next attempt. Null if there is no next attempt.'),
  }),
);
export type EventDelivery = z.output<typeof EventDelivery>;

/** Maximum number of attempts in the answer for an event. */
export const MAX_EVENT_DELIVERIES = 1000;

/** The envelope (decisions 5: Envelope), and every attempt to deliver it. */
export const EventRecord = z.strictObject({
  ...EventSummary.shape,
  data: object().describe(
    'The record, in the form that a read of the record returned. Only its ids if `truncated` is true.',
  ),
  previous: object().exactOptional().describe('Old values of the changed fields.'),
  comparison: object().exactOptional().describe('Only in `bom.submitted`: differences from the last approved version.'),
  truncated: z
    .boolean()
    .exactOptional()
    .describe('True if `data` holds only the ids, because it was too large or the record was deleted for good.'),
  test: z.boolean().exactOptional().describe('True for a test event, sent by `testWebhook`. No record changed.'),
  deliveries: z
    .array(EventDelivery)
    .describe('Delivery attempts, newest first. Empty for an API key that may not read webhooks.'),
  has_more_deliveries: z.boolean().describe(`True if there are more than the newest ${MAX_EVENT_DELIVERIES} attempts.`),
});
export type EventRecord = z.output<typeof EventRecord>;

export const eventFilters = {
  type: text().exactOptional().describe('Only events of this type. `<resource>.*` selects all events of a resource.'),
  record_id: text().exactOptional().describe('Only events of the record with this id.'),
  since: dateTime().exactOptional().describe('Only events at or after this time.'),
};
export const eventSorts = ['created_at'] as const;
/** The dates that have ranges. */
export const eventRanges = ['timestamp'] as const;

export const ListEventsRequest = z.strictObject({ query: ListQuery, ...eventFilters });
export type ListEventsRequest = z.output<typeof ListEventsRequest>;

/** The type in a message, which carries objects as JSON text. */
type Carried = Omit<EventRecord, 'data' | 'previous' | 'comparison'> & {
  data: string;
  previous?: string;
  comparison?: string;
};

export type Pins = Agree<
  [
    Pinned<EventSummary, EventSummaryMessage>,
    Pinned<EventDelivery, EventDeliveryMessage>,
    Pinned<Carried, EventMessage>,
    Pinned<ListEventsRequest, ListEventsMessage>,
  ]
>;
