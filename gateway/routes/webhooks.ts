import { z } from 'zod';
import { boolean, integer, text } from '#proto/common/v1/contract.ts';
import {
  Delivery,
  MAX_DELIVERIES,
  TestDelivery,
  Webhook,
  WebhookInput,
  WebhookPatch,
  webhookFilters,
  webhookSorts,
} from '#proto/notification/v1/contract.ts';
import { bareList, deleted, record, written } from '../answers.ts';
import { json, patch } from '../bodies.ts';
import { listRoute } from '../list.ts';
import { route } from '../route.ts';

const tag = 'Webhooks';
const resource = 'Webhook';
const path = '/api/v1/webhooks';
const role = 'admin';

export const webhookRoutes = [
  listRoute({
    path,
    operationId: 'listWebhooks',
    tag,
    summary: 'List webhooks',
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
    description: 'An API key subscribes only to events of resources that it may read. An org has 100 webhooks at most.',
    role,
    scope: 'create:webhooks',
    body: json(WebhookInput, Webhook),
    answer: record(Webhook),
    creates: true,
    handle: ({ webhooks }, { body, call }) => webhooks.createWebhook({ webhook: body }, call),
  }),
  route({
    method: 'GET',
    path: `${path}/{id}`,
    operationId: 'getWebhook',
    tag,
    summary: 'Read a webhook',
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
      '`secret: null` removes the secret. After a change of secret both secrets sign for 24 hours. An API key changes ' +
      'only webhooks that it could have created.',
    role,
    scope: 'update:webhooks',
    resource,
    body: patch(WebhookPatch, Webhook),
    answer: record(Webhook),
    handle: ({ webhooks }, { target, body, call }) => webhooks.updateWebhook({ ...target, ...body }, call),
  }),
  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    operationId: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
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
    description: 'Returns the attempt and the exact string that was signed.',
    role,
    scope: 'write:webhooks',
    resource,
    answer: written(TestDelivery),
    async handle({ webhooks }, { target, call }) {
      const { delivery, signed_content, eventId, replayed } = await webhooks.testWebhook(target, call);
      return { message: { ...delivery, signed_content }, eventId, replayed };
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
    query: z.object({
      limit: integer({ ge: 1, le: MAX_DELIVERIES }).prefault(50).describe('Attempts at most.'),
      success: boolean().exactOptional().describe('Only those that did, or did not, succeed.'),
      event_type: text().exactOptional().describe('Only those of events of this type.'),
      before: text().exactOptional().describe('The id of a delivery: only older ones.'),
    }),
    answer: bareList(Delivery),
    handle: ({ webhooks }, { target, query, call }) =>
      webhooks.listDeliveries({ webhook_id: target.id, ...query }, call),
  }),
];
