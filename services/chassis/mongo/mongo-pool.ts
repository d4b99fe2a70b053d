import type { Connection } from 'mongoose';
import { mongoPool } from '../runtime/metrics.ts';

/** Keeps the pool's gauges: connections that are open, those in use, and callers that wait for one. */
export function watchPool(connection: Connection): void {
  const open = mongoPool.labels('open');
  const inUse = mongoPool.labels('in_use');
  const waiting = mongoPool.labels('waiting');
  connection
    .getClient()
    .on('connectionCreated', () => open.inc())
    .on('connectionClosed', () => open.dec())
    .on('connectionCheckOutStarted', () => waiting.inc())
    .on('connectionCheckOutFailed', () => waiting.dec())
    .on('connectionCheckedOut', () => {
      waiting.dec();
      inUse.inc();
    })
    .on('connectionCheckedIn', () => inUse.dec());
}
