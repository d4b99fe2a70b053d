import { randomUUID } from 'node:crypto';
import { Schema } from 'mongoose';
import { modelOf } from './model.ts';
import type { Store } from './mongo.ts';
import { isDuplicateKey } from './transaction.ts';

/**
 * A lease for work that only one of several processes may do. A holder that dies loses it within `DURATION`
 * milliseconds.
 */
export interface Lease {
  /** Acquires the lease, or renews it in the second half of its time. Returns false while another process holds it. */
  acquire(): Promise<boolean>;
}

interface Held {
  _id: string;
  owner: string;
  until: Date;
}

const DURATION = 10_000;

const schema = new Schema<Held>(
  { _id: String, owner: String, until: Date },
  { collection: 'leases', versionKey: false },
);

/** The lease called `name` in the service's database. */
export function openLease({ connection }: Store, name: string): Lease {
  const leases = modelOf(connection, 'Lease', schema);
  const owner = randomUUID();
  let renewedAt = Number.NEGATIVE_INFINITY;
  return {
    async acquire() {
      const now = Date.now();
      // A clock that was set back must not keep the lease longer.
      if (now >= renewedAt && now - renewedAt < DURATION / 2) return true;
      const free = { _id: name, $or: [{ owner }, { until: { $lt: new Date(now) } }] };
      try {
        // The filter does not match a lease that another process holds. Then the upsert fails with a duplicate key.
        await leases.updateOne(free, { $set: { owner, until: new Date(now + DURATION) } }, { upsert: true });
        renewedAt = now;
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
