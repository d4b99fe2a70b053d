import { AppError, type FieldIssue } from '#chassis/domain/errors.ts';
import { advance, cleared, isNoop, type RecordEvent, recordEvent } from '#chassis/domain/record.ts';
import { type UrlRules, urlFault } from './endpoint-url.ts';
import { isSubscription } from './event-types.ts';

/** A stored secret that cannot be decrypted, because its encryption key is missing. */
export interface UnreadableSecret {
  sealed: Buffer;
}
export type Secret = string | UnreadableSecret;

/** A replaced secret, which still signs until `until` (decisions 5: Signing). */
export interface FormerSecret {
  secret: Secret;
  until: Date;
}

const OVERLAP_MS = 24 * 3600_000;
/** Maximum number of former secrets. Each adds a signature to the header. */
const MAX_FORMER = 3;

/** A URL that events are delivered to. */
export interface Webhook {
  id: string;
  orgId: string;
  url: string;
  /** Subscriptions: event names, `<resource>.*` or `*`. */
  events: string[];
  description: string | null;
  isActive: boolean;
  secret: Secret | null;
  /** The newest first. Those whose time is over do not sign. */
  formerSecrets: FormerSecret[];
  createdById: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** The revision of the last change, which callers compare. */
  revision: number;
  /** Number of tests. A test is an event of the webhook, but not a change. */
  tests: number;
}

export interface WebhookInput {
  url: string;
  events: string[];
  description?: string;
  is_active?: boolean;
  secret?: string;
}
/** New values of fields; null clears a field. */
export type WebhookPatch = { [Field in keyof WebhookInput]?: WebhookInput[Field] | null };

/** The public form of a webhook. It never contains the secret. */
export interface WebhookView {
  id: string;
  org_id: string;
  url: string;
  events: string[];
  description: string | null;
  is_active: boolean;
  created_at: string;
  created_by_id: string | null;
  updated_at: string;
}

export type WebhookEvent = RecordEvent<
  `webhook.${'created' | 'updated' | 'deleted' | 'test' | 'disabled'}`,
  WebhookView
>;

/** The state after a write, and its event. */
export interface WebhookDecision {
  state: Webhook;
  event: WebhookEvent;
}

/** A decision; without an event if nothing changed. */
export type Update = WebhookDecision | { state: Webhook; event?: undefined };

export function createWebhook(
  input: WebhookInput,
  { id, orgId, createdById, now }: { id: string; orgId: string; createdById: string; now: Date },
  rules: UrlRules,
): WebhookDecision {
  checkInput(input, rules);
  const state: Webhook = {
    id,
    orgId,
    url: input.url,
    events: input.events,
    description: input.description ?? null,
    isActive: input.is_active ?? true,
    secret: input.secret ?? null,
    formerSecrets: [],
    createdById,
    createdAt: now,
    updatedAt: now,
    revision: 1,
    tests: 0,
  };
  return { state, event: eventOf('webhook.created', state) };
}

/**
 * Changes a webhook. null removes description and secret, and leaves url, events and is_active unchanged (decisions 1:
 * Null). Errors: validation_failed; conflict if the secret has changed too often.
 */
export function updateWebhook(before: Webhook, patch: WebhookPatch, now: Date, rules: UrlRules): Update {
  checkInput(patch, rules);
  const state: Webhook = {
    ...advance(before, now),
    url: patch.url ?? before.url,
    events: patch.events ?? before.events,
    description: cleared(patch.description, before.description),
    isActive: patch.is_active ?? before.isActive,
    ...changeSecret(before, cleared(patch.secret, before.secret), now),
  };
  const event = eventOf('webhook.updated', state, before);
  // A changed secret counts as a change, although the event does not show it.
  const isChanged = state.secret !== before.secret || !isNoop(event);
  return isChanged ? { state, event } : { state: before };
}

/** Disables a webhook whose receiver answered 410 or has only failed for too long. */
export function disableWebhook(before: Webhook, now: Date): WebhookDecision {
  const state = { ...advance(before, now), isActive: false };
  return { state, event: eventOf('webhook.disabled', state, before) };
}

export function deleteWebhook(before: Webhook): WebhookDecision {
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: eventOf('webhook.deleted', state) };
}

/** The event of a test, for this webhook only. Its subscriptions do not matter. */
export function testWebhook(before: Webhook): WebhookDecision {
  const state = { ...before, tests: before.tests + 1 };
  return { state, event: eventOf('webhook.test', state) };
}

/** The sequence of the webhook's last event. */
export const sequenceOf = ({ revision, tests }: Pick<Webhook, 'revision' | 'tests'>): number => revision + tests;

/**
 * The secrets that sign at `now`, the newest first. Undefined if the current secret cannot be decrypted. Former secrets
 * that cannot be decrypted are left out.
 */
export function secretsInForce({ secret, formerSecrets }: Webhook, now: Date): string[] | undefined {
  if (secret === null) return [];
  if (typeof secret !== 'string') return undefined;
  const former = formerSecrets.filter(({ until }) => now < until).map((one) => one.secret);
  return [secret, ...former.filter((one) => typeof one === 'string')];
}

export function webhookView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    org_id: webhook.orgId,
    url: webhook.url,
    events: webhook.events,
    description: webhook.description,
    is_active: webhook.isActive,
    created_at: webhook.createdAt.toISOString(),
    created_by_id: webhook.createdById,
    updated_at: webhook.updatedAt.toISOString(),
  };
}

type Secrets = Pick<Webhook, 'secret' | 'formerSecrets'>;

/**
 * Errors: conflict if MAX_FORMER former secrets still sign. Otherwise receivers that know only the oldest would get no
 * valid signature.
 */
function changeSecret(before: Secrets, secret: Secret | null, now: Date): Partial<Secrets> {
  if (secret === before.secret) return {};
  if (secret === null || before.secret === null) return { secret, formerSecrets: [] };
  // A former secret that is set again becomes the current secret.
  const former = before.formerSecrets.filter((one) => now < one.until && one.secret !== secret);
  const oldest = former[MAX_FORMER - 1];
  if (oldest) throw new AppError('conflict', tooManySecrets(oldest));
  const until = new Date(now.getTime() + OVERLAP_MS);
  return { secret, formerSecrets: [{ secret: before.secret, until }, ...former] };
}

const tooManySecrets = ({ until }: FormerSecret): string =>
  `${MAX_FORMER} former secrets sign beside the present one, the oldest until ${until.toISOString()}: ` +
  'change the secret then, or remove it, which ends all of them at once, and set another';

function eventOf(type: WebhookEvent['type'], state: Webhook, before?: Webhook): WebhookEvent {
  const last = { id: state.id, revision: sequenceOf(state) };
  return recordEvent(type, last, webhookView(state), before && webhookView(before));
}

function checkInput(input: WebhookPatch, rules: UrlRules): void {
  const issues = [...urlIssues(input.url, rules), ...eventIssues(input.events)];
  if (issues.length > 0) throw new AppError('validation_failed', 'The webhook is not valid', { issues });
}

function urlIssues(url: string | null | undefined, rules: UrlRules): FieldIssue[] {
  const fault = url == null ? undefined : urlFault(url, rules);
  return fault === undefined ? [] : [issue(['url'], `url ${fault}`, withoutCredentials(url))];
}

function eventIssues(events: string[] | null | undefined): FieldIssue[] {
  return (events ?? []).flatMap((name, index) =>
    isSubscription(name) ? [] : [issue(['events', String(index)], 'expected an event name, <resource>.* or *', name)],
  );
}

/** Errors never repeat a password (decisions 1: 422). */
function withoutCredentials(url: unknown): unknown {
  // URLs are parsed in the same way: slashes may be missing or backslashes, and the last @ ends the credentials.
  return typeof url === 'string' ? url.replace(/^([a-z]+:)?[/\\]*[^/\\?#]*@/i, '$1//…@') : url;
}

function issue(field: string[], error: string, input: unknown): FieldIssue {
  return { loc: ['body', ...field], msg: `Value error, ${error}`, type: 'value_error', input, ctx: { error } };
}
