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
  webhookSorts,
} from '#proto/notification/v1/contract.ts';
import { json, optional, patch } from '../payload/bodies.ts';
import { jsonItems } from '../payload/pieces.ts';
import { bareList, deleted, record, written } from '../routing/answers.ts';
import { listTurns } from '../routing/concurrency-limits.ts';
import { listRoutes } from '../routing/list.ts';
import { batchesOf } from '../routing/list-batches.ts';
import { route } from '../routing/route.ts';

const tag = 'Webhooks';
const resource = 'Webhook';
const path = '/api/v1/webhooks';
const role = 'admin';
const deliveries = jsonItems(Delivery);
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
      'With `secret: "generate"` a secret is made, and shown in this answer alone. An API key subscribes only to events ' +
      'of resources that it may read. An org has 100 webhooks at most by default.',
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
    description: 'Without its secret.',
    role,
    scope: 'read:webhooks',
    resource,
    answer: record(Webhook),
    handle: ({ webhooks }, { target, call }) => webhooks.getWebhook({ id: target.id }, call),
  }),
  route({
    method: 'PATCH',
    path: `${path}/{id}`,
    operationId: 'updateWebhook',
    tag,
    summary: 'Change a webhook',
    description:
      '`secret: null` removes the secret, `secret: "generate"` makes one and shows it in this answer alone. A secret that ' +
      'is replaced signs beside its successors for 24 hours; while three such do, another change of it is a 409. An API ' +
      'key changes only webhooks that it could have created.',
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
    description: 'With what was still to be delivered to it.',
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
    summary: 'Deliver a webhook.test at once',
    description:
      'Returns the attempt and the exact string that was signed. With `event_type`, the example of that type is ' +
      'delivered instead, marked `"test": true`; a type that has none yet is a 422. It waits some 8 s for the answer, where a ' +
      'delivery waits 15. Of an org eight are under way at once; one more is a 429. An API key tests only types that it may read.',
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
      'At once, whether the attempt has failed or not, under the same event id and signed anew; where it fails, others ' +
      'follow by the schedule. Answers with the attempt that comes next. While one is due or under way, no other is made; one ' +
      'that is planned for later is made at once instead. The webhook must be active (409).',
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
    summary: 'Send what failed again',
    description:
      'Each event whose newest attempt failed since then is sent once more, under the same id and signed anew, in the order ' +
      'of the failures, 1,000 a second at most. Other webhooks are not delayed. While it goes on, another call sends ' +
      'nothing twice. Tests are left out. The webhook must be active (409).',
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
    summary: 'List deliveries, newest first',
    description: 'One record is one attempt. Kept for 30 days.',
    role,
    scope: 'read:webhooks',
    resource,
    turns: listTurns,
    query: z.object({
      limit: integer({ ge: 1, le: MAX_DELIVERIES }).prefault(50).describe('Attempts at most.'),
      success: boolean().exactOptional().describe('Only those that did, or did not, succeed.'),
      event_type: text().exactOptional().describe('Only those of events of this type.'),
      before: text().exactOptional().describe('The id of a delivery: only older ones.'),
    }),
    answer: bareList(Delivery),
    async handle({ webhooks }, { target, query, ...reader }) {
      const asked = { webhook_id: target.id, ...query };
      const first = await webhooks.listDeliveries(asked, reader.call);
      if (first.next === undefined) return first;
      const data = await batchesOf(
        first,
        reader,
        deliveries,
        (before, most, unhurried) => webhooks.listDeliveries({ ...asked, before, limit: most }, unhurried),
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
