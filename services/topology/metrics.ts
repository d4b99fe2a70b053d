import { Gauge } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

export const deadLettersWaiting = new Gauge({
  name: 'dead_letters_waiting',
  help: 'Messages that a consumer has given up, and that nobody has replayed or removed.',
  labelNames: ['consumer'],
  registers: [registry],
});

export const asDeclared = new Gauge({
  name: 'topology_as_declared',
  help: 'Whether streams and consumers were as declared at the last look: 1, or 0.',
  registers: [registry],
});
