import { nextDelay, type Schedule } from './schedule.ts';

/** One event on its way to one webhook, with as many attempts as it takes. */
interface Delivery {
  id: string;
  orgId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  createdAt: Date;
  /** Attempts made so far. */
  attempts: number;
  /** A test is attempted once, whether the webhook is active or not. */
  isTest: boolean;
}

export interface PendingDelivery extends Delivery {
  phase: 'pending';
  /** When it may be taken. Taking it moves this on: a taker that dies loses it when the time has come (a lease). */
  dueAt: Date;
}
export interface SucceededDelivery extends Delivery {
  phase: 'succeeded';
}
export interface FailedDelivery extends Delivery {
  phase: 'failed';
}
export type AnyDelivery = PendingDelivery | SucceededDelivery | FailedDelivery;

/** How one POST ended. */
export interface PostResult {
  startedAt: Date;
  durationMs: number;
  /** 0 when no response came. */
  statusCode: number;
  /** The first 16 KiB of the response, or the error. */
  responseBody: string;
  retryAfterMs?: number;
}

/** The record of one attempt (interface: Webhook delivery; decisions 5: Delivery). */
export interface Attempt {
  id: string;
  orgId: string;
  webhookId: string;
  eventId: string;
  eventType: string;
  attempt: number;
  statusCode: number;
  responseBody: string;
  durationMs: number;
  deliveredAt: Date;
  success: boolean;
  nextAttemptAt: Date | null;
}

/** The same event and webhook make the same delivery, however often the event comes. */
export function deliveryId(eventId: string, webhookId: string): string {
  return `${eventId}.${webhookId}`;
}

export function startDelivery(
  event: { id: string; orgId: string; type: string },
  webhookId: string,
  { now, dueAt, isTest = false }: { now: Date; dueAt: Date; isTest?: boolean },
): PendingDelivery {
  return {
    id: deliveryId(event.id, webhookId),
    orgId: event.orgId,
    webhookId,
    eventId: event.id,
    eventType: event.type,
    createdAt: now,
    attempts: 0,
    isTest,
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

/** Where an attempt leaves its delivery. `random` in [0, 1) spreads the delay. */
export function afterAttempt(
  delivery: PendingDelivery,
  result: PostResult,
  { schedule, now, random }: { schedule: Schedule; now: Date; random: number },
): AnyDelivery {
  const attempts = delivery.attempts + 1;
  const { phase: _, dueAt: __, ...rest } = { ...delivery, attempts };
  if (isSuccess(result)) return { ...rest, phase: 'succeeded' };
  const delay = delivery.isTest ? undefined : nextDelay(schedule, attempts, random, result.retryAfterMs);
  if (delay === undefined || isGone(result)) return { ...rest, phase: 'failed' };
  return { ...rest, phase: 'pending', dueAt: new Date(now.getTime() + delay) };
}

/** The record of the attempt that brought a delivery `after`. */
export function attemptRecord(id: string, after: AnyDelivery, result: PostResult): Attempt {
  return {
    id,
    orgId: after.orgId,
    webhookId: after.webhookId,
    eventId: after.eventId,
    eventType: after.eventType,
    attempt: after.attempts,
    statusCode: result.statusCode,
    responseBody: result.responseBody,
    durationMs: result.durationMs,
    deliveredAt: result.startedAt,
    success: isSuccess(result),
    nextAttemptAt: after.phase === 'pending' ? after.dueAt : null,
  };
}
