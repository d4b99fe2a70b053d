import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

const registers = [registry];

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook: succeeded, retry (failed, another follows) or failed (the last).',
  labelNames: ['outcome'],
  registers,
});
const attemptsBy = {
  succeeded: attempts.labels('succeeded'),
  retry: attempts.labels('retry'),
  failed: attempts.labels('failed'),
};
export type Outcome = keyof typeof attemptsBy;

const orgAttempts = new Counter({
  name: 'webhook_org_attempts_total',
  help: 'The same by org, for the first 100 orgs of a process; the others together are "other".',
  labelNames: ['org', 'outcome'],
  registers,
});
/** Three series of each are kept by whoever collects them, for ever. */
const MAX_ORGS = 100;
const named = new Set<string>();

export function countAttempt(orgId: string, outcome: Outcome): void {
  attemptsBy[outcome].inc();
  if (named.size < MAX_ORGS) named.add(orgId);
  orgAttempts.inc({ org: named.has(orgId) ? orgId : 'other', outcome });
}

export const webhooksDisabled = new Counter({
  name: 'webhooks_disabled_total',
  help: 'Webhooks that were disabled: gone (their receiver answered 410) or failing (nothing but failures for five days).',
  labelNames: ['reason'],
  registers,
});
export type DisableReason = 'gone' | 'failing';

export const attemptDuration = new Histogram({
  name: 'webhook_attempt_duration_seconds',
  help: 'Time from the start of an attempt to the end of its answer.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
  registers,
});

export const eventToPost = new Histogram({
  name: 'webhook_first_attempt_delay_seconds',
  help: 'Time from the arrival of an event to the start of its first attempt.',
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 300],
  registers,
});

const oldestDue = new Gauge({
  name: 'webhook_oldest_due_seconds',
  help: 'How long the oldest delivery has been due that is not yet taken, of 200 webhooks at a time; one replica says it, the others 0.',
  registers,
});

const dueCount = new Gauge({
  name: 'webhook_deliveries_due',
  help: 'Deliveries whose next attempt is due and not yet taken, counted up to 100,000; one replica says it, the others 0.',
  registers,
});

/** What is due: how many deliveries, and for how long (seconds). Where none is, none is old. */
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

/** Those that are asked when the metrics are read. */
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
