import { z } from 'zod';
import { eventEnvelope } from '#proto/common/v1/contract.ts';
import { eventExamples } from '#proto/common/v1/event-examples.contract.ts';
import { eventData } from '#proto/common/v1/events.contract.ts';
import { plain } from '../answers.ts';
import { route } from '../route.ts';

const EventType = z.strictObject({
  type: z.string().describe('What a webhook subscribes to.'),
  schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the whole event, as a webhook receives it.'),
  example: z.record(z.string(), z.unknown()).describe("Of the event's `data`."),
});

/** decisions 5: Event names. */
const eventTypes = Object.entries(eventData).map(
  ([type, data]): z.output<typeof EventType> => ({
    type,
    schema: { ...z.toJSONSchema(eventEnvelope(type, data), { override: ({ jsonSchema }) => loosen(jsonSchema) }) },
    example: { ...eventExamples[type as keyof typeof eventExamples] },
  }),
);

/** For receivers, to which later versions may send more fields. Formats say it all, where they are JSON Schema's. */
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
    summary: 'List the types of events',
    description:
      'With their JSON Schemas and examples. A webhook subscribes to types, `<resource>.*` or `*`. An event over 256 KiB ' +
      'has the ids alone for `data`, and is marked `"truncated": true`.',
    role: 'admin',
    scope: 'read:webhooks',
    answer: plain(z.array(EventType)),
    handle: () => eventTypes,
  }),
];
