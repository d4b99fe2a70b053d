import { Counter, Gauge } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

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
