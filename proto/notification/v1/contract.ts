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
  url: 'Where events are posted to.',
  events: 'Which ones: names such as `client.created`, `client.*` for all of a resource, or `*`.',
  description: 'Whatever there is to say.',
  is_active: 'Whether events are sent.',
};

/**
 * A webhook as its events tell of it. The secret is never among it, nor how deliveries went: that changes without a change
 * of the webhook.
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
      created_by_id: z.string().nullable().describe('The user or API key that made it.'),
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
    .describe('Of the attempts of the last 24 hours, and of the hour in which those began; null where there was none.'),
  last_failure_at: timestamp()
    .nullable()
    .describe('When the last attempt began that failed, of those that are kept (30 days); null where there is none.'),
});
export type Webhook = z.output<typeof Webhook>;

/** A webhook as a write answers it: with the secret that the write has made, this once. */
export const WrittenWebhook = z.strictObject({
  ...Webhook.shape,
  secret: z.string().exactOptional().describe('Only where `secret` was `generate`, and in this answer alone.'),
});

/** As a secret: one is to be made (decisions 5: Webhooks). */
export const GENERATE = 'generate';
const MIN_SECRET = 16;

/** `whsec_` and base64 of 24 to 64 bytes, or any other 16 to 256 characters (decisions 5: Signing); or `generate`. */
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
    .meta({
      description: '`whsec_` and base64 of 24 to 64 bytes, or any other 16 to 256 characters; `generate`: one is made.',
      pattern: '^(?:generate|[^\\x00]{16,})$',
    });

/** RFC 3986. */
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
  is_active: boolean().exactOptional().describe('Only those that are sent events, or not.'),
};
export const webhookSorts = ['created_at'] as const;
export const ListWebhooksRequest = z.strictObject({ query: ListQuery, ...webhookFilters });
export type ListWebhooksRequest = z.output<typeof ListWebhooksRequest>;

/** interface: Webhook delivery; decisions 5: Delivery. One record is one attempt. */
export const Delivery = z.strictObject(
  described({
    id: z.string(),
    event_id: z.string().describe('The event, the same at every attempt.'),
    event_type: z.string().describe('`client.created`.'),
    attempt: z.int().describe('1 for the first.'),
    payload: z.record(z.string(), z.unknown()).describe('The body that was posted.'),
    status_code: z.int().describe('Of the answer; 0 when none came.'),
    response_body: z.string().describe("The answer's first 16 KiB, or why none came."),
    duration_ms: z.int().describe('Milliseconds that it took.'),
    delivered_at: timestamp().describe('When it was posted.'),
    success: z.boolean().describe('Whether the answer was a 2xx.'),
    next_attempt_at: timestamp().nullable().describe('When it is tried again; null when it is not.'),
  }),
);
export type Delivery = z.output<typeof Delivery>;

/** The body of `POST …/test`. */
export const WebhookTest = z
  .strictObject({
    event_type: text().exactOptional().describe('Its example is sent; without it, a `webhook.test` of this webhook.'),
  })
  .meta({ examples: [{ event_type: 'bom.approved' }] });
export const TestWebhookRequest = z.strictObject({ ...RecordRequest.shape, ...WebhookTest.shape });
export type TestWebhookRequest = z.output<typeof TestWebhookRequest>;

/** What `POST …/test` answers: the attempt, and the exact string that was signed. */
export const TestDelivery = z.strictObject({
  ...Delivery.shape,
  signed_content: z.string().describe('The exact string that the signatures are of.'),
});

export const MAX_DELIVERIES = 200;
export const ListDeliveriesRequest = z.strictObject({
  webhook_id: recordId(),
  limit: z.int().min(1).max(MAX_DELIVERIES),
  success: z.boolean().exactOptional(),
  event_type: z.string().exactOptional(),
  before: z.string().exactOptional(),
});
export type ListDeliveriesRequest = z.output<typeof ListDeliveriesRequest>;

export const RedeliverRequest = z.strictObject({ ...RecordRequest.shape, delivery_id: z.string().max(255) });
export type RedeliverRequest = z.output<typeof RedeliverRequest>;

/** What `POST …/redeliver` answers: the attempt that is made next. */
export const Redelivery = z.strictObject(
  described({
    id: z.string().describe('The id that the attempt has among the deliveries, once it is made.'),
    webhook_id: z.string().describe('Where it is sent.'),
    event_id: z.string().describe('The event, the same at every attempt.'),
    event_type: z.string().describe('`client.created`.'),
    attempt: z.int().describe('Counted on from those before.'),
  }),
);
export type Redelivery = z.output<typeof Redelivery>;

/** The body of `POST …/recover`. */
export const WebhookRecover = z
  .strictObject({ since: dateTime().describe('What failed at or after it is sent again; 14 days ago at most.') })
  .meta({ examples: [{ since: '{a_day_ago}' }] });
export const RecoverWebhookRequest = z.strictObject({ ...RecordRequest.shape, ...WebhookRecover.shape });
export type RecoverWebhookRequest = z.output<typeof RecoverWebhookRequest>;

/** What `POST …/recover` answers: what is sent again. */
export const Recovery = z.strictObject(
  described({
    webhook_id: z.string().describe('Where it is sent.'),
    since: timestamp().describe('Attempts that failed at or after it; an earlier one where that is under way.'),
    until: timestamp().describe('Attempts that failed by then.'),
  }),
);
export type Recovery = z.output<typeof Recovery>;

export const ListWebhookKeysRequest = z.strictObject({ org_id: recordId() });

export const webhook = {
  name: 'webhook',
  title: 'Webhook',
  scope: 'webhooks',
  section: 'Webhooks',
  about: 'Addresses that events are posted to, and the attempts of each delivery.',
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

/** What is done to a webhook's deliveries. The audit log alone is told: to the webhook itself nothing has happened. */
export const webhookActs = ['webhook.redelivered', 'webhook.recovered'] as const;

/** A message always holds its lists. An empty one is none here, since a webhook has at least one event. */
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
    // What every answer to a write says besides is the gateway's.
    Pinned<Redelivery, Omit<RedeliveryMessage, 'replayed'>>,
    Pinned<RecoverWebhookRequest, RecoverWebhookMessage>,
    Pinned<Recovery, Omit<RecoveryMessage, 'replayed' | 'eventId'>>,
    Pinned<ListDeliveriesRequest, ListDeliveriesMessage>,
    // The payload is an object in JSON and JSON text on the wire.
    Pinned<Omit<Delivery, 'payload'> & { payload: string }, DeliveryMessage>,
  ]
>;
