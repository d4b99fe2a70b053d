import { z } from 'zod';
import { boolean, integer, text } from '#proto/common/v1/contract.ts';
import {
  Delivery,
  MAX_DELIVERIES,
  Recovery,
  Redelivery,
  TestDelivery,
  Webhook,
  WebhookInput,
  WebhookPatch,
  WebhookRecover,
  WebhookTest,
  WrittenWebhook,
  webhookFilters,
  webhookRanges,
  webhookSorts,
} from '#proto/notification/v1/contract.ts';
import { json, optional, patch } from '../payload/bodies.ts';
import { jsonItems } from '../payload/pieces.ts';
import { bareList, deleted, record, written } from '../routing/answers.ts';
import { fieldsParameter, reading } from '../routing/chosen-fields.ts';
import { listTurns } from '../routing/concurrency-limits.ts';
import { listRoutes, rangeParameters, sortOrder, takeRanges } from '../routing/list.ts';
import { batchesOf } from '../routing/list-batches.ts';
import { route } from '../routing/route.ts';

const tag = 'Webhooks';
const resource = 'Webhook';
const path = '/api/v1/webhooks';
const role = 'admin';
const deliveries = jsonItems(Delivery);
/** The dates by which deliveries are sorted, and that have ranges. */
const DELIVERY_DATES = ['delivered_at'];
/** A generated secret is shown only in this answer. `no-store`: no cache may keep it. */
const withSecret = record(WrittenWebhook, { 'Cache-Control': 'no-store' });

export const webhookRoutes = [
  ...listRoutes({
    path,
    operationId: 'listWebhooks',
    tag,
    names: 'webhooks',
    about: 'Secrets are not shown.',
    role,
    scope: 'read:webhooks',
    item: Webhook,
    filters: webhookFilters,
    sorts: webhookSorts,
    ranges: webhookRanges,
    searches: 'url',
    fetch: ({ webhooks }, request, call) => webhooks.listWebhooks(request, call),
  }),
  route({
    method: 'POST',
    path,
    operationId: 'createWebhook',
    tag,
    summary: 'Create a webhook',
    description:
      '`secret: "generate"` creates a secret. Only this answer shows it. An API key can subscribe only to events of resources that it can read. By default, an org has at most 100 webhooks.',
    role,
    scope: 'create:webhooks',
    body: json(WebhookInput, Webhook),
    answer: withSecret,
    creates: true,
    handle: async ({ webhooks }, { body, call }) => shown(await webhooks.createWebhook({ webhook: body }, call)),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getWebhook',
    tag,
    summary: 'Read a webhook',
    description: 'Returns the webhook without its secret.',
    role,
    scope: 'read:webhooks',
    resource,
    query: reading(Webhook),
    answer: record(Webhook),
    handle: async ({ webhooks }, { target, query: { fields: chosen }, call }) => ({
      ...(await webhooks.getWebhook({ id: target.id }, call)),
      chosen,
    }),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateWebhook',
    tag,
    summary: 'Change a webhook',
    description:
      '`secret: null` removes the secret. `secret: "generate"` creates a secret, and only this answer shows it. For 24 hours, attempts are signed with the replaced secret too. If three replaced secrets are still valid, another change of the secret is refused (409). An API key can change a webhook only if it may create the same webhook.',
    role,
    scope: 'update:webhooks',
    resource,
    body: patch(WebhookPatch, Webhook),
    answer: withSecret,
    handle: async ({ webhooks }, { target, body, call }) =>
      shown(await webhooks.updateWebhook({ ...target, ...body }, call)),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    operationId: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and all deliveries that are not made yet.',
    role,
    scope: 'delete:webhooks',
    resource,
    answer: deleted(resource),
    handle: ({ webhooks }, { target, call }) => webhooks.deleteWebhook(target, call),
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/test`,
    operationId: 'testWebhook',
    tag,
    summary: 'Deliver a webhook.test now',
    description:
      'Returns the attempt and the exact string that was signed. `event_type` delivers the example of that type instead, with `"test": true`. A type without an example is a 422. A test waits about 8 s for the answer, a delivery 15 s. An org can have eight tests in progress; one more is a 429. An API key can test only types that it can read.',
    role,
    scope: 'write:webhooks',
    resource,
    body: optional(json(WebhookTest)),
    answer: written(TestDelivery),
    async handle({ webhooks }, { target, body, call }) {
      const { delivery, signed_content, eventId, replayed } = await webhooks.testWebhook({ ...target, ...body }, call);
      return { message: { ...delivery, signed_content }, eventId, replayed };
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/deliveries/{delivery_id}/redeliver`,
    operationId: 'redeliverWebhookDelivery',
    tag,
    summary: 'Send an event to the webhook once more',
    description:
      'Makes another attempt immediately, whether the earlier attempt failed or not. It has the same event id and a new signature. If it fails, the next attempts follow the schedule. Returns the next attempt. If an attempt is due or in progress, no further one is made. If an attempt is planned for later, it is made now. The webhook must be active (409).',
    role,
    scope: 'write:webhooks',
    resource,
    refusals: ['conflict'],
    answer: written(Redelivery),
    async handle({ webhooks }, { target, params, call }) {
      const asked = { ...target, delivery_id: params.delivery_id };
      const { replayed, ...message } = await webhooks.redeliverDelivery(asked, call);
      return { message, eventId: message.event_id, replayed };
    },
  }),
  route({
    method: 'POST',
    path: `${path}/{id}/recover`,
    operationId: 'recoverWebhook',
    tag,
    summary: 'Send failed events again',
    description:
      'Sends each event whose newest attempt failed since `since` once more, with the same event id and a new signature, in the order of the failures, at most 1,000 a second. Other webhooks are not delayed. A second call during a recovery sends no event twice. Tests are left out. The webhook must be active (409).',
    role,
    scope: 'write:webhooks',
    resource,
    refusals: ['conflict'],
    body: json(WebhookRecover),
    answer: written(Recovery),
    async handle({ webhooks }, { target, body, call }) {
      const { eventId, replayed, ...message } = await webhooks.recoverWebhook({ ...target, ...body }, call);
      return { message, eventId, replayed };
    },
  }),
  route({
    method: 'GET',
    path: `${path}/{id}/deliveries`,
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List deliveries',
    description: 'Each record is an attempt, newest first unless `sort` says otherwise. Attempts are kept for 30 days.',
    role,
    scope: 'read:webhooks',
    resource,
    turns: listTurns,
    query: z.object({
      limit: integer({ ge: 1, le: MAX_DELIVERIES }).prefault(50).describe('Attempts at most.'),
      success: boolean().exactOptional().describe('Only those that did, or did not, succeed.'),
      event_type: text().exactOptional().describe('Only those of events of this type.'),
      before: text().exactOptional().describe('The id of a delivery: only older ones.'),
      after: text().exactOptional().describe('The id of a delivery: only newer ones.'),
      sort: sortOrder(DELIVERY_DATES, '-delivered_at'),
      ...rangeParameters(DELIVERY_DATES),
      ...fieldsParameter(Delivery),
    }),
    answer: bareList(Delivery),
    async handle({ webhooks }, { target, query: { fields: chosen, sort, ...query }, ...reader }) {
      const { ranges, rest } = takeRanges(query, DELIVERY_DATES);
      const [{ from, to } = {}] = ranges;
      const asked = {
        ...(rest as Pick<typeof query, 'limit' | 'success' | 'event_type' | 'before' | 'after'>),
        webhook_id: target.id,
        ...(from && { delivered_from: from }),
        ...(to && { delivered_to: to }),
        ...(!sort.startsWith('-') && { oldest_first: true }),
      };
      const position = asked.oldest_first ? 'after' : 'before';
      const first = await webhooks.listDeliveries(asked, reader.call);
      if (first.next === undefined) return { ...first, chosen };
      const data = await batchesOf(
        first,
        reader,
        chosen ? jsonItems(chosen.schema) : deliveries,
        (next, most, unhurried) => webhooks.listDeliveries({ ...asked, [position]: next, limit: most }, unhurried),
        query.limit,
      );
      return { data };
    },
  }),
];

/** The record with the generated secret, if there is one. */
function shown<Shown extends object, Reply extends { record?: Shown | null; secret?: string }>({
  secret,
  ...reply
}: Reply) {
  return { ...reply, record: reply.record && { ...reply.record, secret } };
}
