import { Counter, Gauge, Histogram } from 'prom-client';
import type { Logger } from '#chassis/runtime/logger.ts';
import { DURATION_BUCKETS, registry } from '#chassis/runtime/metrics.ts';

/** `labels()` costs more than `observe()`. On a hot path, store its result. */
export const httpDuration = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time to answer an HTTP request.',
  labelNames: ['route', 'method', 'status'],
  buckets: DURATION_BUCKETS,
  registers: [registry],
});

export const bodyBytes = new Gauge({
  name: 'request_body_bytes',
  help: 'Bytes of memory that bodies of requests have now.',
  registers: [registry],
});

export const answersCut = new Counter({
  name: 'https_answers_cut_total',
  help: 'Answers broken off because their callers had too much of them waiting, unread.',
  registers: [registry],
});

export const connectionsDropped = new Counter({
  name: 'https_connections_dropped_total',
  help: 'Connections closed for their number, by reason: silent, which made room for another, or too many.',
  labelNames: ['reason'],
  registers: [registry],
});

/** Records one answer: `milliseconds` is the time it took. */
export type Observe = (status: number, milliseconds: number, details: Record<string, unknown>) => void;

/**
 * Returns a function that writes a log line and an observation for each request of a route. `route` is the documented
 * path.
 */
export function observer(logger: Logger, method: string, route: string): Observe {
  // These fields are never secrets. A search for secrets would cost more than the rest of the line.
  const lines = logger.child({}, { redact: [] });
  const durations = new Map<number, ReturnType<typeof httpDuration.labels>>();
  return (status, milliseconds, details) => {
    let duration = durations.get(status);
    if (!duration) {
      duration = httpDuration.labels({ method, route, status: String(status) });
      durations.set(status, duration);
    }
    duration.observe(milliseconds / 1000);
    lines.info({ method, route, status, ms: Math.round(milliseconds * 10) / 10, ...details }, 'request');
  };
}
