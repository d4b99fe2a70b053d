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
    id: z.string().describe('The `X-Event-Id` of the write that it tells of, and the `webhook-id` of each attempt.'),
    type: z.string().describe('`client.created`.'),
    timestamp: timestamp().describe('When it happened.'),
    api_version: z.string().describe('`v1`.'),
    org_id: z.string(),
    sequence: z.int().describe('Rises by one with each event of the record.'),
    record_id: z
      .string()
      .nullable()
      .describe('`data.id`; of the exchange rates, the id of the org. Finds the events of the record.'),
  }),
);
export type EventSummary = z.output<typeof EventSummary>;

/** An attempt as its event shows it: the payload is the event itself. */
export const EventDelivery = z.strictObject(
  described({
    id: z.string().describe("As in the webhook's list of deliveries, which holds the answer's body, too."),
    webhook_id: z.string().describe('Where it was posted to.'),
    attempt: z.int().describe('1 for the first.'),
    status_code: z.int().describe('Of the answer; 0 when none came.'),
    duration_ms: z.int().describe('Milliseconds that it took.'),
    delivered_at: timestamp().describe('When it was posted.'),
    success: z.boolean().describe('Whether the answer was a 2xx.'),
    next_attempt_at: timestamp().nullable().describe('When it is tried again; null when it is not.'),
  }),
);
export type EventDelivery = z.output<typeof EventDelivery>;

/** Attempts that are shown with an event. */
export const MAX_EVENT_DELIVERIES = 1000;

/** The envelope (decisions 5: Envelope), and every attempt to deliver it. */
export const EventRecord = z.strictObject({
  ...EventSummary.shape,
  data: object().describe('The record as a single read returned it; its ids alone where `truncated`.'),
  previous: object().exactOptional().describe('The changed fields before.'),
  comparison: object().exactOptional().describe('Of `bom.submitted`: the differences to the last approved version.'),
  truncated: z
    .boolean()
    .exactOptional()
    .describe('The data was too large, or the record was deleted for good: what it said is no longer kept.'),
  test: z.boolean().exactOptional().describe('Nothing has happened: it was asked for by `testWebhook`.'),
  deliveries: z
    .array(EventDelivery)
    .describe('Every attempt that was made, newest first; none for an API key that may not read webhooks.'),
  has_more_deliveries: z.boolean().describe(`Whether there are older ones than the ${MAX_EVENT_DELIVERIES} shown.`),
});
export type EventRecord = z.output<typeof EventRecord>;

export const eventFilters = {
  type: text().exactOptional().describe('Only this type, or with `<resource>.*` all of a resource.'),
  record_id: text().exactOptional().describe('Only those of the record of this id.'),
  since: dateTime().exactOptional().describe('Only what happened at or after it.'),
};
export const eventSorts = ['created_at'] as const;

export const ListEventsRequest = z.strictObject({ query: ListQuery, ...eventFilters });
export type ListEventsRequest = z.output<typeof ListEventsRequest>;

/** What is an object in JSON is JSON text on the wire. */
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
