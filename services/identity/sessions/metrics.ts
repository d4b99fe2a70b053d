import { Counter } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

/** The audit log has only one entry for each lock, so this counter counts the refused attempts. */
export const lockedAttempts = new Counter({
  name: 'logins_refused_while_locked_total',
  help: 'Logins and changes of password that were not tried, since too many with that email had failed.',
  registers: [registry],
});
