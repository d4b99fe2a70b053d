import type { Model } from 'mongoose';
import { createBatcher } from '../concurrency/batcher.ts';

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
 * Reads single records of an org by the field that `by` names: one that is unique in the org. Reads that come while others
 * run share a query: under load that is several records for the price of one. A lone read waits for nobody, and each sees
 * every write that was answered before it came.
 */
export function recordReader<Stored extends Owned>(
  model: Model<Stored>,
  by = '_id',
): (key: Key) => Promise<Stored | undefined> {
  return createBatcher(
    async (keys: Key[]) => {
      const filter = { [by]: { $in: keys.map(({ id }) => id) }, orgId: { $in: keys.map(({ orgId }) => orgId) } };
      const found = (await model.find(filter as never).lean()) as unknown as Stored[];
      const known = new Map(
        found.map((record) => [name(record.orgId, (record as Record<string, unknown>)[by]), record]),
      );
      return keys.map(({ orgId, id }) => known.get(name(orgId, id)));
    },
    { parallel: PARALLEL, maxSize: 64 },
  );
}

const name = (orgId: string, id: unknown) => `${orgId}:${id}`;
