import type { Headers } from './problem.ts';

/** The headers for a request's Origin; none for an origin that is not configured. */
export type Cors = (origin: string | undefined) => Headers | undefined;

const EXPOSED = [
  'ETag',
  'Location',
  'X-Request-Id',
  'X-Event-Id',
  'Idempotency-Replayed',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
].join(', ');

const ACCEPTED =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-API-Key, X-Org-Id, X-Request-Id';

/** Lets pages of the `origins` read answers. Cookies are never part of it: we have none (decisions 1: CORS). */
export function createCors(origins: string[]): Cors {
  const allowed = new Map(origins.map((origin) => [origin, headersFor(origin)]));
  return (origin) => (origin === undefined ? undefined : allowed.get(origin));
}

/** What a preflight needs on top. */
export const preflight = (allow: string): Headers => ({
  'Access-Control-Allow-Methods': allow,
  'Access-Control-Allow-Headers': ACCEPTED,
  'Access-Control-Max-Age': '600',
});

function headersFor(origin: string): Headers {
  return { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED, Vary: 'Origin' };
}
