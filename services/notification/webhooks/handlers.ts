import { unary } from '#chassis/grpc-server.ts';
import { newId } from '#chassis/mongo.ts';
import type { Written } from '#chassis/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateWebhookRequest,
  GENERATE,
  ListWebhooksRequest,
  UpdateWebhookRequest,
} from '#proto/notification/v1/contract.ts';
import type { UrlRules } from './endpoint-url.ts';
import { newSecret } from './new-secret.ts';
import { requireReach } from './reach.ts';
import type { WebhookRecord, WebhookRepository } from './repository.ts';
import { createWebhook, updateWebhook, type Webhook, type WebhookPatch, webhookView } from './webhook.ts';

export interface WebhookHandlerOptions {
  webhooks: WebhookRepository;
  rules: UrlRules;
  /** Makes the org's signing key, so that it can be read before anything is signed. */
  ensureKey(orgId: string): Promise<unknown>;
}

/** interface: Roles; decisions 3, Scopes: keys get in by a scope that names webhooks. */
const reading = { role: 'admin', scope: 'read:webhooks' } as const;
const creating = { role: 'admin', scope: 'create:webhooks' } as const;
const updating = { role: 'admin', scope: 'update:webhooks' } as const;
const deleting = { role: 'admin', scope: 'delete:webhooks' } as const;

export function webhookHandlers({ webhooks, rules, ensureKey }: WebhookHandlerOptions) {
  return {
    CreateWebhook: unary(
      CreateWebhookRequest,
      async ({ webhook }, call) => {
        const { principal, now } = call;
        const origin = { id: newId(), orgId: principal.orgId, createdById: principal.id, now };
        await ensureKey(principal.orgId);
        const { input, shown } = withSecret(webhook);
        const decide = () => {
          requireReach(principal, input.events);
          return createWebhook(input, origin, rules);
        };
        return replyOf(await webhooks.create(call, principal.orgId, decide, shown));
      },
      creating,
    ),
    GetWebhook: unary(
      RecordRequest,
      async ({ id }, { principal }) => {
        const webhook = await webhooks.get(principal.orgId, id);
        return { record: webhookView(webhook), revision: webhook.revision, eventId: '', replayed: false };
      },
      reading,
    ),
    ListWebhooks: unary(
      ListWebhooksRequest,
      async ({ query, is_active }, { principal }) => {
        const page = await webhooks.list(principal.orgId, { ...query, isActive: is_active });
        return { ...page, data: page.data.map(webhookView) };
      },
      reading,
    ),
    UpdateWebhook: unary(
      UpdateWebhookRequest,
      async ({ id, patch, fields, expectedRevision }, call) => {
        const { principal, now } = call;
        const sent: WebhookPatch = Object.fromEntries(
          fields.map((field) => [field, patch[field as keyof WebhookPatch] ?? null]),
        );
        const { input: changes, shown } = withSecret(sent);
        const key = { orgId: principal.orgId, id, expectedRevision };
        const decide = (before: Webhook) => {
          requireReach(principal, [...before.events, ...(changes.events ?? [])]);
          return updateWebhook(before, changes, now, rules);
        };
        return replyOf(await webhooks.update(call, key, decide, { shown }));
      },
      updating,
    ),
    DeleteWebhook: unary(
      RecordRequest,
      async ({ id, expectedRevision }, call) => {
        const { principal } = call;
        const { value, ...written } = await webhooks.delete(call, { orgId: principal.orgId, id, expectedRevision });
        return { deletedId: value, ...written };
      },
      deleting,
    ),
  };
}

/** With a secret where one is asked for, and what the answer shows of it. */
function withSecret<Input extends WebhookPatch>(input: Input): { input: Input; shown: { secret?: string } } {
  if (input.secret !== GENERATE) return { input, shown: {} };
  const secret = newSecret();
  return { input: { ...input, secret }, shown: { secret } };
}

function replyOf({ value, eventId, replayed }: Written<WebhookRecord>) {
  return { ...value, eventId, replayed };
}
