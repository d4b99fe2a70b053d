import { nextDelay, type Schedule } from './schedule.ts';

/** A made or planned attempt to deliver an event to a webhook (interface: Webhook delivery). */
interface Attempt {
  id: string;
  orgId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  /** The first attempt has number 1. */
  attempt: number;
  /** Number of attempts before the schedule was started again; absent if it was started once. */
  madeBefore?: number;
  /** True for a test. A test is attempted once, even if the webhook is inactive. */
  isTest: boolean;
  createdAt: Date;
  /** Length of the payload in UTF-16 units; absent if an earlier version planned the attempt. */
  size?: number;
}

export interface PendingDelivery extends Attempt {
  phase: 'pending';
  /**
   * When the delivery may be claimed. A claim moves it to the end of the lease, so that another process can claim it if
   * the first one dies.
   */
  dueAt: Date;
}

/** The result of a POST. */
export interface PostResult {
  deliveredAt: Date;
  durationMs: number;
  /** 0 if no response came. */
  statusCode: number;
  /** The first 16 KiB of the response, or the error. */
  responseBody: string;
  retryAfterMs?: number;
  /** Nothing was sent, for a reason in this service. So the result says nothing about the receiver. */
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

/** Milliseconds (decisions 5: Delivery). */
const SHOWN_MS = 30 * 24 * 3600_000;

/** The time since which attempts are shown. */
export const historySince = (now: Date): Date => new Date(now.getTime() - SHOWN_MS);

/**
 * The id of a delivery. It depends only on event, webhook and attempt, so an event that arrives twice has the same
 * deliveries.
 */
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

/** As `startDelivery`, for an event of which only the payload's size (UTF-16 units) is known. */
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

/** 410 Gone: the receiver wants no more events (decisions 5: Delivery). */
export function isGone(result: PostResult): boolean {
  return result.statusCode === 410;
}

/** Reasons why a due attempt is not made, as its record shows them. */
const UNSENT = {
  event_gone: 'the event is not kept any more',
  inactive: 'the webhook is inactive',
  not_subscribed: 'not subscribed any more',
} as const;
export type UnsentReason = keyof typeof UNSENT;

/** A due attempt that is not made. It is stored in the history, so that a recovery finds it. */
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
  /** At least 0 and below 1. It spreads the delay. */
  random: number;
}

/**
 * The records after an attempt: the attempt with its result, and the next attempt if this one failed and was not the
 * last.
 */
export interface AttemptOutcome {
  made: MadeDelivery;
  next?: PendingDelivery;
  /** Nothing was sent, for a reason in this service. So the attempt does not count against the webhook. */
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
