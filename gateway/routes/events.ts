import { z } from 'zod';
import { eventEnvelope } from '#proto/common/v1/contract.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import { eventMeanings } from '#proto/common/v1/event-words.contract.ts';
import { eventData, eventTypes } from '#proto/common/v1/events.contract.ts';
import {
  EventRecord,
  EventSummary,
  eventFilters,
  eventRanges,
  eventSorts,
} from '#proto/notification/v1/event.contract.ts';
import { messagePart, page } from '../routing/answers.ts';
import { reading } from '../routing/chosen-fields.ts';
import { listRoutes, pageParameters } from '../routing/list.ts';
import { route } from '../routing/route.ts';

const EventType = z.strictObject({
  type: z.string().describe('Event type. Webhooks subscribe to it.'),
  description: z.string().describe('When it happens.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the whole event, as a webhook receives it.'),
  example: z.record(z.string(), z.unknown()).describe("Of the event's `data`."),
});

/** Created on first use: creating all of them took a fifth of the gateway's start. */
const schemas = new Map<string, z.core.JSONSchema.BaseSchema>();

/** The JSON Schema of an event (decisions 5: Event names). */
function schemaOf(type: string): z.core.JSONSchema.BaseSchema {
  const known = schemas.get(type);
  if (known) return known;
  const data: z.ZodType = eventData[type as keyof typeof eventData];
  const schema = z.toJSONSchema(eventEnvelope(type, data), { override: ({ jsonSchema }) => loosen(jsonSchema) });
  schemas.set(type, schema);
  return schema;
}

/**
 * Allows additional fields, because later versions may send more of them to receivers. Removes patterns that a format
 * of JSON Schema covers, and formats that JSON Schema does not have.
 */
function loosen(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  if (schema.format === 'date-time') delete schema.pattern;
  if (schema.format === 'starts_with') delete schema.format;
}

export const eventTypeRoutes = [
  route({
    method: 'GET',
    path: '/api/v1/event-types',
    operationId: 'listEventTypes',
    tag: 'Webhooks',
    summary: 'List the event types',
    description:
      'Lists the event types in alphabetical order, page by page: when they happen, their JSON Schemas and examples. A webhook subscribes to types, to `<resource>.*` or to `*`. If an event is over 256 KiB, or its record was deleted for good, `data` has only the ids, and the event has `"truncated": true`. Each schema describes both forms.',
    role: 'admin',
    scope: 'read:webhooks',
    query: z.object(pageParameters()),
    answer: page(EventType),
    handle(_services, { query: { page: number, limit }, principal }) {
      const shown = eventTypes.slice((number - 1) * limit, number * limit);
      const data = shown.map((type) => ({
        type,
        description: eventMeanings.get(type) ?? '',
        schema: schemaOf(type),
        example: eventExample(type, principal.orgId) ?? {},
      }));
      return { data, total: eventTypes.length, page: number, limit };
    },
  }),
];

const path = '/api/v1/events';
const tag = 'Events';
const role = 'admin';
const scope = 'read:events';

export const eventRoutes = [
  ...listRoutes({
    path,
    operationId: 'listEvents',
    tag,
    names: 'events',
    about:
      'Events are kept for 30 days. A list leaves out `data`, `previous` and `comparison`. A read of one event has them. An API key needs a scope of events, and sees events of resources that it can read.',
    role,
    scope,
    item: EventSummary,
    filters: eventFilters,
    sorts: eventSorts,
    ranges: eventRanges,
    fetch: ({ events }, request, call) => events.listEvents(request, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getEvent',
    tag,
    summary: 'Read an event and its deliveries',
    description:
      'Returns the event as webhooks receive it, and all attempts to deliver it. The event can be read within 5 s after the write that returned its `X-Event-Id`. If the order of an event was deleted, `data` has only the ids, and `truncated` is true.',
    role,
    scope,
    resource: 'Event',
    query: reading(EventRecord),
    answer: messagePart(EventRecord),
    handle: async ({ events }, { target, query: { fields: chosen }, call }) => ({
      message: await events.getEvent({ id: target.id }, call),
      chosen,
    }),
  }),
];
