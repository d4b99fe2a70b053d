import { nextDelay, type Schedule } from './schedule.ts';

/** An attempt to deliver an event to a webhook, made or planned (interface: Webhook delivery). */
interface Attempt {
  id: string;
  orgId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  /** 1 for the first. */
  attempt: number;
  /** Attempts of before the schedule began anew; absent: it began with the first. */
  madeBefore?: number;
  /** A test is attempted once, whether the webhook is active or not. */
  isTest: boolean;
  createdAt: Date;
  /** UTF-16 units of the payload; absent where an earlier version planned it. */
  size?: number;
}

export interface PendingDelivery extends Attempt {
  phase: 'pending';
  /** When it may be taken. Taking it moves this on: a taker that dies loses it when the time has come (a lease). */
  dueAt: Date;
}

/** The result of a POST. */
export interface PostResult {
  deliveredAt: Date;
  durationMs: number;
  /** 0 when no response came. */
  statusCode: number;
  /** The first 16 KiB of the response, or the error. */
  responseBody: string;
  retryAfterMs?: number;
  /** Nothing was sent, for a reason of our own: it says nothing of the receiver. */
  isUnsent?: true;
}

interface Made extends Attempt, Omit<PostResult, 'retryAfterMs' | 'isUnsent'> {}
export interface SucceededDelivery extends Made {
  phase: 'succeeded';
}
export interface FailedDelivery extends Made {
  phase: 'failed';
  /** null after the last attempt. */
  nextAttemptAt: Date | null;
}
export type MadeDelivery = SucceededDelivery | FailedDelivery;

/** decisions 5: Delivery. */
const SHOWN_MS = 30 * 24 * 3600_000;

/** From when on attempts are shown. */
export const historySince = (now: Date): Date => new Date(now.getTime() - SHOWN_MS);

/** The same event, webhook and attempt are the same delivery, however often the event comes. */
export function deliveryId(eventId: string, webhookId: string, attempt: number): string {
  return `${eventId}.${webhookId}.${attempt}`;
}

interface Start {
  now: Date;
  dueAt: Date;
  isTest?: boolean;
}

/** The first attempt. */
export function startDelivery(
  { payload, ...event }: { id: string; orgId: string; type: string; payload: string },
  webhookId: string,
  start: Start,
): PendingDelivery {
  return firstAttempt({ ...event, size: payload.length }, webhookId, start);
}

/** The same where of the payload no more than its size (UTF-16 units) is known. */
export function firstAttempt(
  event: { id: string; orgId: string; type: string; size: number },
  webhookId: string,
  { now, dueAt, isTest = false }: Start,
): PendingDelivery {
  return {
    id: deliveryId(event.id, webhookId, 1),
    orgId: event.orgId,
    webhookId,
    eventId: event.id,
    eventType: event.type,
    attempt: 1,
    isTest,
    createdAt: now,
    size: event.size,
    phase: 'pending',
    dueAt,
  };
}

export function isSuccess(result: PostResult): boolean {
  return result.statusCode >= 200 && result.statusCode < 300;
}

/** 410 Gone: the receiver wants nothing more (decisions 5: Delivery). */
export function isGone(result: PostResult): boolean {
  return result.statusCode === 410;
}

/** Why an attempt that is due is not made, as its record says it. */
const UNSENT = {
  event_gone: 'the event is not kept any more',
  inactive: 'the webhook is inactive',
  not_subscribed: 'not subscribed any more',
} as const;
export type UnsentReason = keyof typeof UNSENT;

/** An attempt that is due and is not made. It stands in the history, where a recovery finds it. */
export function unsent({ dueAt: _, ...attempt }: PendingDelivery, why: UnsentReason, now: Date): FailedDelivery {
  return { ...attempt, ...notSent(now, UNSENT[why]), phase: 'failed', nextAttemptAt: null };
}

function notSent(deliveredAt: Date, why: string): PostResult {
  return { deliveredAt, durationMs: 0, statusCode: 0, responseBody: `Not sent: ${why}` };
}

/** The result if our own keys prevent a signature. */
export function unsigned(deliveredAt: Date, why: string): PostResult {
  return { ...notSent(deliveredAt, why), isUnsent: true };
}

export interface Plan {
  schedule: Schedule;
  now: Date;
  /** In [0, 1): spreads the delay. */
  random: number;
}

/** The records that an attempt leaves: itself with its result and, if it failed and is not the last, the next attempt. */
export interface AttemptOutcome {
  made: MadeDelivery;
  next?: PendingDelivery;
  /** Nothing was sent, for a reason of our own: it does not count against the webhook. */
  isUnsent?: true;
}

export function afterAttempt(
  pending: PendingDelivery,
  { retryAfterMs, isUnsent, ...result }: PostResult,
  plan: Plan,
): AttemptOutcome {
  const { dueAt: _, ...attempt } = pending;
  if (isSuccess(result)) return { made: { ...attempt, ...result, phase: 'succeeded' } };
  const next = isGone(result) || pending.isTest ? undefined : nextAttempt(pending, plan, retryAfterMs);
  const made: FailedDelivery = { ...attempt, ...result, phase: 'failed', nextAttemptAt: next?.dueAt ?? null };
  return { made, ...(next && { next }), ...(isUnsent && { isUnsent }) };
}

function nextAttempt(
  failed: PendingDelivery,
  plan: Plan,
  retryAfterMs: number | undefined,
): PendingDelivery | undefined {
  const delay = nextDelay(plan.schedule, failed.attempt - (failed.madeBefore ?? 0), plan.random, retryAfterMs);
  if (delay === undefined) return undefined;
  const attempt = failed.attempt + 1;
  const dueAt = new Date(plan.now.getTime() + delay);
  return { ...failed, id: deliveryId(failed.eventId, failed.webhookId, attempt), attempt, createdAt: plan.now, dueAt };
}
