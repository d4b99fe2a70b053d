import { Counter, Gauge } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

const registers = [registry];

export const mailAttempts = new Counter({
  name: 'mail_attempts_total',
  help: 'Attempts to send a mail: sent, failed (another follows), refused (by the receiver, for good) or expired (given up).',
  labelNames: ['outcome'],
  registers,
});
for (const outcome of ['sent', 'failed', 'refused', 'expired']) mailAttempts.inc({ outcome }, 0);

export const mailsWaiting = new Gauge({
  name: 'mails_waiting',
  help: 'Mails that are written and not yet sent, counted up to 100,000; one replica says it, the others 0.',
  registers,
});
