import { openLease } from '#chassis/mongo/lease.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { Reservations } from './reservations.ts';

/** Milliseconds. */
export const SWEEP_MS = 5_000;

/** Ends what died with another process, or could not be told; one replica of all does it at a time. */
export function endAbandoned(store: Store, reservations: Pick<Reservations, 'sweep'>): (now: Date) => Promise<void> {
  const lease = openLease(store, 'reservations');
  return async (now) => {
    if (await lease.take()) await reservations.sweep(now);
  };
}
