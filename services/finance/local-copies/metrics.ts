import { Counter } from 'prom-client';
import { registry } from '#chassis/runtime/metrics.ts';

export const misses = new Counter({
  name: 'local_copy_misses_total',
  help: 'Records that product was asked for, since finance did not know them: by kind, or by a SKU.',
  labelNames: ['kind'],
  registers: [registry],
});
