import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';
import type { UnsentReason } from './domain/delivery.ts';

const registers = [registry];

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook: succeeded, retry (failed, another follows), failed (the last) or test, however it went.',
  labelNames: ['outcome'],
  registers,
});
const outcomes = ['succeeded', 'retry', 'failed', 'test'] as const;
export type OutcomeLabel = (typeof outcomes)[number];
// Each counter begins with 0. The first sample of a counter is not an increase for a query, so an increase from nothing
// would be lost.
for (const outcome of outcomes) attempts.inc({ outcome }, 0);

const orgAttempts = new Counter({
  name: 'webhook_org_attempts_total',
  help: 'The same by org, for the first 100 orgs of a process; the others together are "other".',
  labelNames: ['org', 'outcome'],
  registers,
});
/** Maximum number of orgs with series of their own: four series for each org, which collectors store for ever. */
const MAX_ORGS = 100;
const named = new Set<string>();
for (const outcome of outcomes) orgAttempts.inc({ org: 'other', outcome }, 0);

export function countAttempt(orgId: string, outcome: OutcomeLabel): void {
  attempts.inc({ outcome });
  orgAttempts.inc({ org: nameOf(orgId), outcome });
}

function nameOf(orgId: string): string {
  if (named.has(orgId)) return orgId;
  if (named.size === MAX_ORGS) return 'other';
  named.add(orgId);
  for (const outcome of outcomes) orgAttempts.inc({ org: orgId, outcome }, 0);
  return orgId;
}

const unsent = new Counter({
  name: 'webhook_unsent_total',
  help: 'Attempts that were due and were not made: their event was no longer kept (event_gone), or their webhook inactive or not subscribed any more.',
  labelNames: ['reason'],
  registers,
});
const unsentReasons: readonly UnsentReason[] = ['event_gone', 'inactive', 'not_subscribed'];
for (const reason of unsentReasons) unsent.inc({ reason }, 0);

export const countUnsent = (reason: UnsentReason, count = 1): void => unsent.inc({ reason }, count);

export const webhooksDisabled = new Counter({
  name: 'webhooks_disabled_total',
  help: 'Webhooks that were disabled: gone (their receiver answered 410) or failing (nothing but failures for five days).',
  labelNames: ['reason'],
  registers,
});
const reasons = ['gone', 'failing'] as const;
export type DisableReason = (typeof reasons)[number];
for (const reason of reasons) webhooksDisabled.inc({ reason }, 0);

export const attemptDuration = new Histogram({
  name: 'webhook_attempt_duration_seconds',
  help: 'Time from the start of an attempt to the end of its answer.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers,
});

const eventToPost = new Histogram({
  name: 'webhook_first_attempt_delay_seconds',
  help: 'Time from when an event happened, by the clock of its service, to the start of its first attempt; of no test, and of nothing that waited for its own endpoint or in the queue.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  registers,
});

/** Records the time from the event to the POST; 0 if the clocks of two machines give a negative time. */
export const observeDelay = (happenedAt: Date, postedAt: Date): void =>
  eventToPost.observe(Math.max(0, postedAt.getTime() - happenedAt.getTime()) / 1000);

const oldestDue = new Gauge({
  name: 'webhook_oldest_due_seconds',
  help: 'How long the oldest delivery has been due that is not yet taken, as of the last look at all webhooks, 200 at a time; one replica says it, the others 0.',
  registers,
});

const dueCount = new Gauge({
  name: 'webhook_deliveries_due',
  help: 'Deliveries whose next attempt is due and not yet taken, counted up to 100,000; one replica says it, the others 0.',
  registers,
});

/**
 * The gauges of due deliveries: their number, and the age of the oldest in seconds. If there are none, the age is 0.
 */
export const deliveriesDue = {
  set(count: number): void {
    dueCount.set(count);
    if (count === 0) oldestDue.set(0);
  },
  setAge: (seconds: number): void => oldestDue.set(seconds),
};

interface Endpoints {
  readonly deadCount: number;
}

let observed: Endpoints | undefined;

/** Sets the endpoints that are counted when the metrics are read. */
export function observeEndpoints(endpoints: Endpoints): void {
  observed = endpoints;
}

new Gauge({
  name: 'webhook_dead_endpoints',
  help: 'Endpoints slowed down because nothing answers.',
  registers,
  collect() {
    this.set(observed?.deadCount ?? 0);
  },
});
