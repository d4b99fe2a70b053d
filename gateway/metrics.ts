import { Counter, Gauge } from 'prom-client';
import type { Logger } from '#chassis/runtime/logger.ts';
import { httpDuration, registry } from '#chassis/runtime/metrics.ts';

export const confirmedAge = new Gauge({
  name: 'access_confirmed_age_seconds',
  help: 'Age of what the gateway knows of ended sessions and changed keys; beyond 5 s it refuses callers.',
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

/** One log line and one observation per request of a route; `route` is its path as it is documented. */
export function observer(logger: Logger, method: string, route: string): Observe {
  // These fields are never secrets, and to look for some would cost more than the rest of the line.
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
