import { newId } from '#chassis/mongo/mongo.ts';
import { commandOf } from '#chassis/records/command.ts';
import { changesOf } from '#chassis/records/record-methods.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import type { Writer, Written } from '#chassis/unit-of-work/write.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import {
  CreateWebhookRequest,
  GENERATE,
  ListWebhooksRequest,
  UpdateWebhookRequest,
} from '#proto/notification/v1/contract.ts';
import { type Health, isFailing, NO_ATTEMPTS, type ReadHealth } from '../deliveries/domain/health.ts';
import type { StreakRepository } from '../failing/streak-repository.ts';
import type { UrlRules } from './domain/endpoint-url.ts';
import {
  createWebhook,
  deleteWebhook,
  updateWebhook,
  type Webhook,
  type WebhookPatch,
  type WebhookView,
  webhookView,
} from './domain/webhook.ts';
import { requireReach } from './event-visibility.ts';
import { newSecret } from './new-secret.ts';
import type { WebhookRepository } from './repository.ts';

export interface WebhookHandlerOptions {
  writer: Writer;
  webhooks: WebhookRepository;
  rules: UrlRules;
  /** Creates the org's signing key, so that receivers can read it before the first event is signed. */
  ensureKey(orgId: string): Promise<unknown>;
  readHealth: ReadHealth;
  streaks: Pick<StreakRepository, 'remove'>;
}

/** Only admins, and API keys with a scope of webhooks (interface: Roles; decisions 3: Scopes). */
const reading = { role: 'admin', scope: 'read:webhooks' } as const;
const creating = { role: 'admin', scope: 'create:webhooks' } as const;
const updating = { role: 'admin', scope: 'update:webhooks' } as const;
const deleting = { role: 'admin', scope: 'delete:webhooks' } as const;

export function webhookHandlers({ writer, webhooks, rules, ensureKey, readHealth, streaks }: WebhookHandlerOptions) {
  const command = commandOf(writer);
  const healthOf = async ({ principal, now }: Call, id: string) =>
    (await readHealth(principal.orgId, [id], now))[0] ?? NO_ATTEMPTS;

  /** The restriction of a list to failing webhooks, or to the others. An org has few webhooks, so all are looked at. */
  async function amongFailing({ principal: { orgId }, now }: Call, isAsked: boolean | undefined) {
    if (isAsked === undefined) return {};
    const ids = await webhooks.activeIds(orgId);
    const health = await readHealth(orgId, ids, now);
    const failing = ids.filter((_, index) => isFailing(health[index] ?? NO_ATTEMPTS));
    return { among: isAsked ? { $in: failing } : { $nin: failing } };
  }

  return {
    CreateWebhook: unary(
      CreateWebhookRequest,
      async ({ webhook }, call) => {
        const { principal, now } = call;
        const origin = { id: newId(), orgId: principal.orgId, createdById: principal.id, now };
        await ensureKey(principal.orgId);
        const { input, shown } = withSecret(webhook);
        const written = await writer.write(call, async (tx) => {
          // Checked within the write, so that a repeated call gets its stored answer without the check.
          requireReach(principal, input.events);
          const decision = createWebhook(input, origin, rules);
          await webhooks.add(tx, decision);
          return { ...recordOf(decision.state), ...shown };
        });
        return replyOf(written, NO_ATTEMPTS);
      },
      creating,
    ),
    GetWebhook: unary(
      RecordRequest,
      async ({ id }, call) => {
        const webhook = await webhooks.get(call.principal.orgId, id);
        return replyOf({ value: recordOf(webhook), eventId: '', replayed: false }, await healthOf(call, id));
      },
      reading,
    ),
    ListWebhooks: unary(
      ListWebhooksRequest,
      async ({ query, is_active, is_failing }, call) => {
        const { principal, now } = call;
        const page = await webhooks.list(
          principal.orgId,
          { ...query, isActive: is_active, ...(await amongFailing(call, is_failing)) },
          call,
        );
        const ids = page.data.map(({ id }) => id);
        const health = await readHealth(principal.orgId, ids, now);
        const data = page.data.map((webhook, index) => withHealth(webhookView(webhook), health[index] ?? NO_ATTEMPTS));
        return { ...page, data };
      },
      reading,
    ),
    UpdateWebhook: unary(
      UpdateWebhookRequest,
      async ({ patch, fields, ...key }, call) => {
        const { principal } = call;
        const { input: changes, shown } = withSecret<WebhookPatch>(changesOf({ patch, fields }));
        // The health is read before the write. A failure after the commit would look like a refusal.
        const health = await healthOf(call, key.id);
        const written = await writer.write(call, async (tx) => {
          const before = await webhooks.load(tx, key);
          requireReach(principal, [...before.events, ...(changes.events ?? [])]);
          const state = await webhooks.save(tx, before, updateWebhook(before, changes, tx.now, rules));
          if (state.isActive && !before.isActive) await streaks.remove(before.orgId, before.id, tx.session);
          return { ...recordOf(state), ...shown };
        });
        return replyOf(written, health);
      },
      updating,
    ),
    DeleteWebhook: command(RecordRequest, deleting, async (request, tx) => {
      const before = await webhooks.load(tx, request);
      return { deletedId: await webhooks.remove(tx, deleteWebhook(before)) };
    }),
  };
}

/** Replaces a request to generate a secret by a new secret. `shown`: the secret for the answer. */
function withSecret<Input extends WebhookPatch>(input: Input): { input: Input; shown: { secret?: string } } {
  if (input.secret !== GENERATE) return { input, shown: {} };
  const secret = newSecret();
  return { input: { ...input, secret }, shown: { secret } };
}

/** The value of a write. The Idempotency-Key stores it encrypted. */
interface WebhookRecord {
  record: WebhookView;
  revision: number;
  /** The secret that this write has generated. Only the answer shows it. */
  secret?: string;
}

const recordOf = (webhook: Webhook): WebhookRecord => ({ record: webhookView(webhook), revision: webhook.revision });

function withHealth(view: WebhookView, { successRate24h, lastFailureAt }: Health) {
  return { ...view, success_rate_24h: successRate24h, last_failure_at: lastFailureAt?.toISOString() ?? null };
}

function replyOf({ value, eventId, replayed }: Written<WebhookRecord>, health: Health) {
  return { ...value, record: withHealth(value.record, health), eventId, replayed };
}
