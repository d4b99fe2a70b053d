import { z } from 'zod';
import {
  boolean,
  dateTime,
  described,
  ListQuery,
  list,
  longText,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Special } from '../../common/v1/resource.contract.ts';
import type { Delivery as DeliveryMessage } from '../../gen/notification/v1/Delivery.ts';
import type { ListDeliveriesRequest as ListDeliveriesMessage } from '../../gen/notification/v1/ListDeliveriesRequest.ts';
import type { ListWebhooksRequest as ListWebhooksMessage } from '../../gen/notification/v1/ListWebhooksRequest.ts';
import type { RecoverWebhookRequest as RecoverWebhookMessage } from '../../gen/notification/v1/RecoverWebhookRequest.ts';
import type { Recovery as RecoveryMessage } from '../../gen/notification/v1/Recovery.ts';
import type { RedeliverRequest as RedeliverMessage } from '../../gen/notification/v1/RedeliverRequest.ts';
import type { Redelivery as RedeliveryMessage } from '../../gen/notification/v1/Redelivery.ts';
import type { TestWebhookRequest as TestWebhookMessage } from '../../gen/notification/v1/TestWebhookRequest.ts';
import type { UpdateWebhookRequest as UpdateWebhookMessage } from '../../gen/notification/v1/UpdateWebhookRequest.ts';
import type { Webhook as WebhookMessage } from '../../gen/notification/v1/Webhook.ts';
import type { WebhookInput as WebhookInputMessage } from '../../gen/notification/v1/WebhookInput.ts';
import type { WebhookPatch as WebhookPatchMessage } from '../../gen/notification/v1/WebhookPatch.ts';

export * from './event.contract.ts';

const words = {
  url: 'URL that receives the events by POST.',
  events: 'Types of the events to send: a type such as `client.created`, `client.*` for a resource, or `*` for all.',
  description: 'Description, as free text.',
  is_active: 'True if events are sent to the webhook.',
};

/**
 * The data of webhook events. It never holds the secret. It also leaves out the results of deliveries, because they
 * change without a change of the webhook.
 */
export const WebhookEventData = z.strictObject(
  described(
    {
      id: z.string(),
      org_id: z.string(),
      url: z.string().meta({ format: 'uri' }),
      events: z.array(z.string()),
      description: z.string().nullable(),
      is_active: z.boolean(),
      created_at: timestamp(),
      created_by_id: z.string().nullable().describe('Id of the user or API key that created the webhook.'),
      updated_at: timestamp(),
    },
    words,
  ),
);

/** interface: Webhook; decisions 5: Webhooks. */
export const Webhook = z.strictObject({
  ...WebhookEventData.shape,
  success_rate_24h: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .describe(
      'Share of successful attempts, 0 to 1, in the last 24 hours, counted in full hours. Null if there was no attempt.',
    ),
  last_failure_at: timestamp()
    .nullable()
    .describe('Start time of the last failed attempt in the last 30 days. Null if no attempt failed.'),
});
export type Webhook = z.output<typeof Webhook>;

/** The answer of a write to a webhook. It holds the secret if the write generated one. */
export const WrittenWebhook = z.strictObject({
  ...Webhook.shape,
  secret: z
    .string()
    .exactOptional()
    .describe('Generated secret. Present only if the request sent `generate`, and only in this answer.'),
});

/** Value of `secret` that asks the service to generate a secret (decisions 5: Webhooks). */
export const GENERATE = 'generate';
const MIN_SECRET = 16;

/**
 * `whsec_` and base64 of 24 to 64 bytes, or any other 16 to 256 characters without `whsec_` (decisions 5: Signing); or
 * `generate`.
 */
const secret = () =>
  text({ max: 256 })
    .check(({ value, issues }) => {
      if (value === GENERATE || value.length >= MIN_SECRET) return;
      issues.push({ code: 'too_small', origin: 'string', minimum: MIN_SECRET, inclusive: true, input: value });
    })
    .refine(
      (value) => !value.startsWith('whsec_') || isWebhookSecret(value),
      'whsec_ is followed by base64 of 24 to 64 bytes',
    )
    // `v1,whsec_…` is the form of a signature. As text it would be another key than the one that its owner means.
    .refine((value) => value.lastIndexOf('whsec_') <= 0, 'whsec_ is only at the beginning of a secret')
    .meta({
      description:
        'Secret for signatures: `whsec_` and base64 of 24 to 64 bytes, or any other 16 to 256 characters without `whsec_`. With `generate`, the service makes the secret.',
      pattern: '^(?:generate|[^\\x00]{16,})$',
    });

/** Syntax of an http or https URL by RFC 3986. */
const URI =
  /^[Hh][Tt][Tt][Pp][Ss]?:\/\/(?:[\w.~!$&'()*+,;=:@[\]-]|%[\dA-Fa-f]{2})+(?:\/(?:[\w.~!$&'()*+,;=:@/-]|%[\dA-Fa-f]{2})*)?(?:\?(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-Fa-f]{2})*)?(?:#(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-Fa-f]{2})*)?$/;

/** An absolute URL (decisions 5: Webhooks). */
const endpointUrl = () =>
  z
    .string()
    .max(2048, { abort: true })
    .check(z.url({ protocol: /^https?$/, abort: true }))
    .refine((url) => URI.test(url), 'a URL holds other characters than those of RFC 3986 in percent signs')
    .meta({ format: 'uri' });

export const WebhookInput = z
  .strictObject(
    described(
      {
        url: endpointUrl(),
        events: list(z.string().max(100), { min: 1 }),
        description: longText().exactOptional(),
        is_active: boolean().exactOptional(),
        secret: secret().exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      {
        url: 'https://example.com/hooks',
        events: ['client.*', 'bom.approved'],
        description: 'To the warehouse',
        secret: 'generate',
      },
    ],
  });
export type WebhookInput = z.output<typeof WebhookInput>;

export const WebhookPatch = z
  .strictObject(optionalShape(WebhookInput.shape))
  .meta({ examples: [{ events: ['*'], is_active: false }] });
export type WebhookPatch = z.output<typeof WebhookPatch>;

export const CreateWebhookRequest = z.strictObject({ webhook: WebhookInput });
export const UpdateWebhookRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: z.preprocess(withoutEmptyEvents, WebhookPatch),
  fields: z.array(z.string()),
});
export type UpdateWebhookRequest = z.output<typeof UpdateWebhookRequest>;

export const webhookFilters = {
  is_active: boolean().exactOptional().describe('`true`: only active webhooks. `false`: only inactive webhooks.'),
  is_failing: boolean()
    .exactOptional()
    .describe('`true`: only active webhooks whose `success_rate_24h` is below 0.5. `false`: only the others.'),
};
export const webhookSorts = ['created_at', 'updated_at'] as const;
/** The dates that have ranges. */
export const webhookRanges = ['created_at', 'updated_at'] as const;
export const ListWebhooksRequest = z.strictObject({ query: ListQuery, ...webhookFilters });
export type ListWebhooksRequest = z.output<typeof ListWebhooksRequest>;

/** interface: Webhook delivery; decisions 5: Delivery. One record is one attempt. */
export const Delivery = z.strictObject(
  described({
    id: z.string(),
    event_id: z.string().describe('Id of the event. It is the same at every attempt.'),
    event_type: z.string().describe('Type of the event, for example `client.created`.'),
    attempt: z.int().describe('Number of the attempt. The first attempt is 1.'),
    payload: z.record(z.string(), z.unknown()).describe('Body of the request to the webhook.'),
    status_code: z.int().describe('HTTP status of the answer. 0 if no answer came.'),
    response_body: z.string().describe('First 16 KiB of the answer, or the reason why no answer came.'),
    duration_ms: z.int().describe('Duration of the attempt in milliseconds.'),
    delivered_at: timestamp().describe('Time of the attempt.'),
    success: z.boolean().describe('True if the answer was a 2xx.'),
    next_attempt_at: timestamp().nullable().describe('Time of the next attempt. Null if there is no next attempt.'),
  }),
);
export type Delivery = z.output<typeof Delivery>;

/** The body of `POST …/test`. */
export const WebhookTest = z
  .strictObject({
    event_type: text()
      .exactOptional()
      .describe('Event type whose example is sent. Default: a `webhook.test` of this webhook.'),
  })
  .meta({ examples: [{ event_type: 'bom.approved' }] });
export const TestWebhookRequest = z.strictObject({ ...RecordRequest.shape, ...WebhookTest.shape });
export type TestWebhookRequest = z.output<typeof TestWebhookRequest>;

/** The answer of `POST …/test`: the attempt and the exact string that was signed. */
export const TestDelivery = z.strictObject({
  ...Delivery.shape,
  signed_content: z.string().describe('Exact string that was signed.'),
});

export const MAX_DELIVERIES = 200;
export const ListDeliveriesRequest = z.strictObject({
  webhook_id: recordId(),
  limit: z.int().min(1).max(MAX_DELIVERIES),
  success: z.boolean().exactOptional(),
  event_type: z.string().exactOptional(),
  before: z.string().exactOptional(),
  after: z.string().exactOptional(),
  delivered_from: timestamp().exactOptional(),
  delivered_to: timestamp().exactOptional(),
  oldest_first: z.boolean().exactOptional(),
});
export type ListDeliveriesRequest = z.output<typeof ListDeliveriesRequest>;

export const RedeliverRequest = z.strictObject({ ...RecordRequest.shape, delivery_id: z.string().max(255) });
export type RedeliverRequest = z.output<typeof RedeliverRequest>;

/** The answer of `POST …/redeliver`: the next attempt. */
export const Redelivery = z.strictObject(
  described({
    id: z.string().describe('Id of the delivery, once the attempt is made.'),
    webhook_id: z.string().describe('Id of the webhook.'),
    event_id: z.string().describe('Id of the event. It is the same at every attempt.'),
    event_type: z.string().describe('Type of the event, for example `client.created`.'),
    attempt: z.int().describe('Number of the attempt. It continues the count of the earlier attempts.'),
  }),
);
export type Redelivery = z.output<typeof Redelivery>;

/** The body of `POST …/recover`. */
export const WebhookRecover = z
  .strictObject({
    since: dateTime().describe('Deliveries that failed at or after this time are sent again. At most 14 days ago.'),
  })
  .meta({ examples: [{ since: '{a_day_ago}' }] });
export const RecoverWebhookRequest = z.strictObject({ ...RecordRequest.shape, ...WebhookRecover.shape });
export type RecoverWebhookRequest = z.output<typeof RecoverWebhookRequest>;

/** The answer of `POST …/recover`: the range of deliveries that are sent again. */
export const Recovery = z.strictObject(
  described({
    webhook_id: z.string().describe('Id of the webhook.'),
    since: timestamp().describe(
      'Start of the range of failed attempts. Earlier than requested if an earlier recovery is still running.',
    ),
    until: timestamp().describe('End of the range of failed attempts.'),
  }),
);
export type Recovery = z.output<typeof Recovery>;

export const ListWebhookKeysRequest = z.strictObject({ org_id: recordId() });

export const webhook = {
  name: 'webhook',
  title: 'Webhook',
  scope: 'webhooks',
  section: 'Webhooks',
  about: 'Receivers of events, and the result of each delivery attempt.',
  service: 'notification',
  message: 'Webhook',
  reader: 'admin',
  events: {
    'webhook.created': WebhookEventData,
    'webhook.updated': WebhookEventData,
    'webhook.deleted': WebhookEventData,
    'webhook.test': WebhookEventData,
    'webhook.disabled': WebhookEventData,
  },
} as const satisfies Special;

/** Operations on deliveries. They are only in the audit log, because they do not change the webhook. */
export const webhookActs = ['webhook.redelivered', 'webhook.recovered'] as const;

/** A message always holds its lists. An empty list means that `events` was not sent, because a webhook has at least one event. */
function withoutEmptyEvents(patch: unknown): unknown {
  const { events, ...rest } = patch as { events?: unknown };
  return Array.isArray(events) && events.length === 0 ? rest : patch;
}

function isWebhookSecret(value: string): boolean {
  const digits = /^whsec_([A-Za-z0-9+/]{1,86})={0,2}$/.exec(value)?.[1] ?? '';
  const bytes = Math.floor((digits.length * 3) / 4);
  return bytes >= 24 && bytes <= 64;
}

export type Pins = Agree<
  [
    Pinned<Webhook, WebhookMessage>,
    Pinned<WebhookInput, WebhookInputMessage>,
    Pinned<WebhookPatch, WebhookPatchMessage>,
    Pinned<UpdateWebhookRequest, UpdateWebhookMessage>,
    Pinned<ListWebhooksRequest, ListWebhooksMessage>,
    Pinned<TestWebhookRequest, TestWebhookMessage>,
    Pinned<RedeliverRequest, RedeliverMessage>,
    // `replayed` and `eventId` of a reply become headers in the gateway.
    Pinned<Redelivery, Omit<RedeliveryMessage, 'replayed'>>,
    Pinned<RecoverWebhookRequest, RecoverWebhookMessage>,
    Pinned<Recovery, Omit<RecoveryMessage, 'replayed' | 'eventId'>>,
    Pinned<ListDeliveriesRequest, ListDeliveriesMessage>,
    // The payload is an object in JSON and JSON text on the wire.
    Pinned<Omit<Delivery, 'payload'> & { payload: string }, DeliveryMessage>,
  ]
>;
