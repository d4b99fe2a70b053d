import type { Model } from 'mongoose';
import { createBatcher } from './batcher.ts';

interface Owned {
  _id: string;
  orgId: string;
}

interface Key {
  orgId: string;
  id: string;
}

/** Queries at once, so that a slow one does not hold up all. */
const PARALLEL = 2;

/**
 * Reads single records of an org. Reads that come while others run share a query: under load that is several records for
 * the price of one. A lone read waits for nobody, and each sees every write that was answered before it came.
 */
export function recordReader<Stored extends Owned>(model: Model<Stored>): (key: Key) => Promise<Stored | undefined> {
  return createBatcher(
    async (keys: Key[]) => {
      const filter = { _id: { $in: keys.map(({ id }) => id) }, orgId: { $in: keys.map(({ orgId }) => orgId) } };
      const found = (await model.find(filter as never).lean()) as unknown as Stored[];
      const byId = new Map(found.map((record) => [record._id, record]));
      return keys.map(({ orgId, id }) => {
        const record = byId.get(id);
        return record?.orgId === orgId ? record : undefined;
      });
    },
    { parallel: PARALLEL, maxSize: 64 },
  );
}
