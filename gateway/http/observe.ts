import type { Logger } from '#chassis/runtime/logger.ts';
import { httpDuration } from '#chassis/runtime/metrics.ts';

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
