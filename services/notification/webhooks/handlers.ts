import { newId } from '#chassis/mongo/mongo.ts';
import { type Call, unary } from '#chassis/rpc/grpc-server.ts';
import type { Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateWebhookRequest,
  GENERATE,
  ListWebhooksRequest,
  UpdateWebhookRequest,
} from '#proto/notification/v1/contract.ts';
import { type Health, NO_ATTEMPTS, type ReadHealth } from '../deliveries/domain/health.ts';
import type { UrlRules } from './domain/endpoint-url.ts';
import {
  createWebhook,
  updateWebhook,
  type Webhook,
  type WebhookPatch,
  type WebhookView,
  webhookView,
} from './domain/webhook.ts';
import { requireReach } from './event-visibility.ts';
import { newSecret } from './new-secret.ts';
import type { WebhookRecord, WebhookRepository } from './repository.ts';

export interface WebhookHandlerOptions {
  webhooks: WebhookRepository;
  rules: UrlRules;
  /** Makes the org's signing key, so that it can be read before anything is signed. */
  ensureKey(orgId: string): Promise<unknown>;
  readHealth: ReadHealth;
}

/** interface: Roles; decisions 3, Scopes: keys get in by a scope that names webhooks. */
const reading = { role: 'admin', scope: 'read:webhooks' } as const;
const creating = { role: 'admin', scope: 'create:webhooks' } as const;
const updating = { role: 'admin', scope: 'update:webhooks' } as const;
const deleting = { role: 'admin', scope: 'delete:webhooks' } as const;

export function webhookHandlers({ webhooks, rules, ensureKey, readHealth }: WebhookHandlerOptions) {
  const healthOf = async ({ principal, now }: Call, id: string) =>
    (await readHealth(principal.orgId, [id], now))[0] ?? NO_ATTEMPTS;

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
        return replyOf(await webhooks.create(call, principal.orgId, decide, shown), NO_ATTEMPTS);
      },
      creating,
    ),
    GetWebhook: unary(
      RecordRequest,
      async ({ id }, call) => {
        const webhook = await webhooks.get(call.principal.orgId, id);
        const value = { record: webhookView(webhook), revision: webhook.revision };
        return replyOf({ value, eventId: '', replayed: false }, await healthOf(call, id));
      },
      reading,
    ),
    ListWebhooks: unary(
      ListWebhooksRequest,
      async ({ query, is_active }, call) => {
        const { principal, now } = call;
        const page = await webhooks.list(principal.orgId, { ...query, isActive: is_active }, call);
        const ids = page.data.map(({ id }) => id);
        const health = await readHealth(principal.orgId, ids, now);
        const data = page.data.map((webhook, index) => withHealth(webhookView(webhook), health[index] ?? NO_ATTEMPTS));
        return { ...page, data };
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
        // Read before: were it to fail after the write, that would look refused.
        const health = await healthOf(call, id);
        return replyOf(await webhooks.update(call, key, decide, { shown }), health);
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

function withHealth(view: WebhookView, { successRate24h, lastFailureAt }: Health) {
  return { ...view, success_rate_24h: successRate24h, last_failure_at: lastFailureAt?.toISOString() ?? null };
}

function replyOf({ value, eventId, replayed }: Written<WebhookRecord>, health: Health) {
  return { ...value, record: withHealth(value.record, health), eventId, replayed };
}
