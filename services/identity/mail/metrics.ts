import { Counter, Gauge } from 'prom-client';
import { registry } from '#chassis/metrics.ts';

const registers = [registry];

export const mailAttempts = new Counter({
  name: 'mail_attempts_total',
  help: 'Attempts to send a mail: sent, failed (another follows), refused (by the receiver, for good) or expired (given up).',
  labelNames: ['outcome'],
  registers,
});
for (const outcome of ['sent', 'failed', 'refused', 'expired']) mailAttempts.inc({ outcome }, 0);

interface Queue {
  count(): Promise<number>;
}

let observed: Queue | undefined;

/** The queue that is asked when the metrics are read. */
export function observeQueue(queue: Queue): void {
  observed = queue;
}

new Gauge({
  name: 'mails_waiting',
  help: 'Mails that are written and not yet sent.',
  registers,
  async collect() {
    // Without the database the last figure stands: the other metrics are needed then most.
    const waiting = await observed?.count().catch(() => undefined);
    if (waiting !== undefined) this.set(waiting);
  },
});
