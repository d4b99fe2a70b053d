import { AppError, type FieldIssue } from '#chassis/errors.ts';
import { advance } from '#chassis/record.ts';
import { type UrlRules, urlFault } from './endpoint-url.ts';
import { isSubscription } from './event-types.ts';

const OVERLAP_MS = 24 * 3600_000;

/** A place that events are delivered to. */
export interface Webhook {
  id: string;
  orgId: string;
  url: string;
  /** Subscriptions: event names, `<resource>.*` or `*`. */
  events: string[];
  isActive: boolean;
  secret: string | null;
  /** Goes on signing beside its successor until `until` (decisions 5: Signing). */
  formerSecret: { secret: string; until: Date } | null;
  createdById: string | null;
  createdAt: Date;
  updatedAt: Date;
  revision: number;
}

export interface WebhookInput {
  url: string;
  events: string[];
  is_active?: boolean;
  secret?: string;
}
/** New values; null where a field is to be cleared. */
export type WebhookPatch = { [Field in keyof WebhookInput]?: WebhookInput[Field] | null };

/** The webhook as the interface shows it: the secret is never among it. */
export interface WebhookView {
  id: string;
  org_id: string;
  url: string;
  events: string[];
  is_active: boolean;
  created_at: string;
  created_by_id: string | null;
  updated_at: string;
}

export interface WebhookEvent {
  type: `webhook.${'created' | 'updated' | 'deleted' | 'test' | 'disabled'}`;
  recordId: string;
  sequence: number;
  data: WebhookView;
  previous?: Partial<WebhookView>;
}

export interface Decision {
  state: Webhook;
  event: WebhookEvent;
}

export function createWebhook(
  input: WebhookInput,
  { id, orgId, createdById, now }: { id: string; orgId: string; createdById: string; now: Date },
  rules: UrlRules,
): Decision {
  checkInput(input, rules);
  const state: Webhook = {
    id,
    orgId,
    url: input.url,
    events: input.events,
    isActive: input.is_active ?? true,
    secret: input.secret ?? null,
    formerSecret: null,
    createdById,
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
  return { state, event: eventOf('webhook.created', state) };
}

/** null leaves url, events and is_active as they are, and removes the secret (decisions 1: Null). */
export function updateWebhook(before: Webhook, patch: WebhookPatch, now: Date, rules: UrlRules): Decision {
  checkInput(patch, rules);
  const state: Webhook = {
    ...advance(before, now),
    url: patch.url ?? before.url,
    events: patch.events ?? before.events,
    isActive: patch.is_active ?? before.isActive,
    ...(patch.secret === undefined ? {} : changeSecret(before, patch.secret, now)),
  };
  return { state, event: eventOf('webhook.updated', state, before) };
}

/** The receiver wants nothing more, or has not answered for too long. */
export function disableWebhook(before: Webhook, now: Date): Decision {
  const state = { ...advance(before, now), isActive: false };
  return { state, event: eventOf('webhook.disabled', state, before) };
}

export function deleteWebhook(before: Webhook): Decision {
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: eventOf('webhook.deleted', state) };
}

/** An event for this webhook alone, whatever it subscribes to. */
export function testWebhook(before: Webhook): Decision {
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: eventOf('webhook.test', state) };
}

/** The secrets that sign at `now`, the newest first. */
export function secretsInForce({ secret, formerSecret }: Webhook, now: Date): string[] {
  const former = formerSecret !== null && now < formerSecret.until ? [formerSecret.secret] : [];
  return secret === null ? [] : [secret, ...former];
}

export function webhookView(webhook: Webhook): WebhookView {
  return {
    id: webhook.id,
    org_id: webhook.orgId,
    url: webhook.url,
    events: webhook.events,
    is_active: webhook.isActive,
    created_at: webhook.createdAt.toISOString(),
    created_by_id: webhook.createdById,
    updated_at: webhook.updatedAt.toISOString(),
  };
}

type Secrets = Pick<Webhook, 'secret' | 'formerSecret'>;

function changeSecret(before: Secrets, secret: string | null, now: Date): Partial<Secrets> {
  if (secret === before.secret) return {};
  if (secret === null || before.secret === null) return { secret, formerSecret: null };
  return { secret, formerSecret: { secret: before.secret, until: new Date(now.getTime() + OVERLAP_MS) } };
}

function eventOf(type: WebhookEvent['type'], state: Webhook, before?: Webhook): WebhookEvent {
  const data = webhookView(state);
  const event = { type, recordId: state.id, sequence: state.revision, data };
  return before === undefined ? event : { ...event, previous: changedFields(webhookView(before), data) };
}

function changedFields(before: WebhookView, after: WebhookView): Partial<WebhookView> {
  const changed = Object.entries(before).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof WebhookView]),
  );
  return Object.fromEntries(changed);
}

function checkInput(input: WebhookPatch, rules: UrlRules): void {
  const issues = [...urlIssues(input.url, rules), ...eventIssues(input.events)];
  if (issues.length > 0) throw new AppError('validation_failed', 'The webhook is not valid', { issues });
}

function urlIssues(url: string | null | undefined, rules: UrlRules): FieldIssue[] {
  const fault = url == null ? undefined : urlFault(url, rules);
  return fault === undefined ? [] : [issue(['url'], `Value error, url ${fault}`, withoutCredentials(url))];
}

function eventIssues(events: string[] | null | undefined): FieldIssue[] {
  return (events ?? []).flatMap((name, index) =>
    isSubscription(name)
      ? []
      : [issue(['events', String(index)], 'Value error, expected an event name, <resource>.* or *', name)],
  );
}

/** decisions 1: 422: `input` never echoes a password. */
function withoutCredentials(url: unknown): unknown {
  // As URLs are parsed: slashes may be missing or lean back, and the last @ ends the credentials.
  return typeof url === 'string' ? url.replace(/^([a-z]+:)?[/\\]*[^/\\?#]*@/i, '$1//…@') : url;
}

function issue(field: string[], msg: string, input: unknown): FieldIssue {
  return { loc: ['body', ...field], msg, type: 'value_error', input };
}
