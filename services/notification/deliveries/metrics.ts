import { Counter, Gauge, Histogram } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

const registers = [registry];

const attempts = new Counter({
  name: 'webhook_attempts_total',
  help: 'Attempts to deliver an event to a webhook: succeeded, retry (failed, another follows) or failed (the last).',
  labelNames: ['outcome'],
  registers,
});
export const attemptsBy = {
  succeeded: attempts.labels('succeeded'),
  retry: attempts.labels('retry'),
  failed: attempts.labels('failed'),
};

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

export const deliveriesDue = new Gauge({
  name: 'webhook_deliveries_due',
  help: 'Deliveries whose next attempt is due and not yet taken, counted up to 100,000; one replica says it, the others 0.',
  registers,
});

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
