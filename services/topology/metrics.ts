import { Gauge } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

export const asDeclared = new Gauge({
  name: 'topology_as_declared',
  help: 'Whether streams and consumers were as declared at the last look: 1, or 0.',
  registers: [registry],
});
