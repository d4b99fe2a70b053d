import { Gauge } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

const registers = [registry];

const waiting = new Gauge({
  name: 'webhook_fan_outs_waiting',
  help: 'Events whose deliveries are not all made yet, counted up to 100,000; one replica says it, the others 0.',
  registers,
});

const oldest = new Gauge({
  name: 'webhook_fan_out_oldest_seconds',
  help: 'How long the oldest event has waited whose deliveries are not all made yet; one replica says it, the others 0.',
  registers,
});

/**
 * The gauges of waiting fan-outs: their number, and the age of the oldest in seconds. If there are none, the age is 0.
 */
export const fanOutsWaiting = {
  set(count: number): void {
    waiting.set(count);
    if (count === 0) oldest.set(0);
  },
  setAge: (seconds: number): void => oldest.set(seconds),
};
