import { Gauge } from 'prom-client';
import { registry } from '#chassis/metrics.ts';

export const confirmedAge = new Gauge({
  name: 'access_confirmed_age_seconds',
  help: 'Age of what the gateway knows of ended sessions and changed keys; beyond 5 s it refuses callers.',
  registers: [registry],
});
