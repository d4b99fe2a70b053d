import type { z } from 'zod';
import type { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { eventHead, TruncatedEvent } from '#proto/common/v1/contract.ts';
import { eventExample } from '#proto/common/v1/event-examples.contract.ts';
import { eventMeanings } from '#proto/common/v1/event-words.contract.ts';
import { eventData, eventTypes } from '#proto/common/v1/events.contract.ts';
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts';

/** A delivery to a webhook, described as an operation. */
export interface WebhookOperation {
  operationId: string;
  tags: ['Webhooks'];
  summary: string;
  description: string;
  security: [];
  parameters: { name: string; in: 'header'; required: true; description: string; schema: JsonSchema }[];
  requestBody: { required: true; content: Record<string, { schema: JsonSchema; example: object }> };
  responses: Record<string, { description: string }>;
}

const DESCRIPTION =
  'Later versions may send more fields. Of an event over 256 KiB, and of a record that was deleted for good, `data` holds the ids ' +
  'alone, and `truncated` is true. No order is promised: drop a `sequence` at or below what you have of the record.';

/** The component with the fields that every event has. */
const ENVELOPE = 'EventEnvelope';

/** The headers of a delivery (decisions 5: Signing). */
const parameters: WebhookOperation['parameters'] = [
  parameter('webhook-id', "The event's id, the same at every attempt."),
  parameter('webhook-timestamp', 'When the attempt began, in seconds since 1970.'),
  parameter('webhook-signature', 'Signatures of Standard Webhooks, separated by spaces: `v1,…` and `v1a,…`.'),
];

/** The operations of all event types, by type. */
export async function webhookOperations(
  writer: SchemaWriter,
  timeSlices: TimeSlices,
): Promise<Record<string, { post: WebhookOperation }>> {
  const operations: Record<string, { post: WebhookOperation }> = {};
  for (const type of eventTypes) {
    await timeSlices.giveWay();
    const data: z.ZodType = eventData[type as keyof typeof eventData];
    operations[type] = { post: operation(type, data, writer) };
  }
  return operations;
}

/** The fields of every event, without its type and data, as a component. */
export function envelopeComponent(writer: SchemaWriter): Record<typeof ENVELOPE, JsonSchema> {
  const { properties = {}, required = [] } = writer.output(eventHead(''));
  const { type: _, id, ...rest } = properties;
  // Only zod knows this format. The pattern says the same.
  const { format: __, ...identifier } = id ?? {};
  const common = { id: identifier, ...rest };
  const always = required.filter((name) => name in common);
  return {
    [ENVELOPE]: { type: 'object', description: 'Fields that every event has.', properties: common, required: always },
  };
}

function operation(type: string, data: z.ZodType, writer: SchemaWriter): WebhookOperation {
  const whole: JsonSchema = {
    type: 'object',
    properties: {
      data: { ...writer.output(data), description: 'Record of the event.' },
      truncated: { const: false, description: 'Not sent, because `data` has the whole record.' },
    },
    required: ['data'],
  };
  const schema: JsonSchema = {
    allOf: [
      { $ref: `#/components/schemas/${ENVELOPE}` },
      {
        type: 'object',
        properties: { type: { type: 'string', const: type, description: 'Type of the event.' } },
        required: ['type'],
      },
      // Beside `properties`, generators take the variants for whole events.
      { anyOf: [whole, writer.output(TruncatedEvent)] },
    ],
  };
  return {
    operationId: `on_${type.replace('.', '_')}`,
    tags: ['Webhooks'],
    security: [],
    summary: eventMeanings.get(type) ?? type,
    description: DESCRIPTION,
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(type) } } },
    responses: {
      '2XX': {
        description:
          'The receiver has accepted the event. After any other answer, or no answer within 15 s, the event is sent again.',
      },
      '410': { description: 'The receiver wants no more events. The webhook is disabled.' },
    },
  };
}

/** An example of an event. */
export function exampleOf(type: string, orgId = '6740b1f2c9a84e0012ab3400') {
  return {
    id: 'evt_019e4c7a5f2000000000a1b2c3d4e5f6',
    type,
    timestamp: '2026-02-02T14:05:00.000Z',
    api_version: 'v1',
    org_id: orgId,
    sequence: 3,
    data: eventExample(type, orgId) ?? {},
  };
}

function parameter(name: string, description: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' } } as const;
}
