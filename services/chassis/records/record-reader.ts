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

/** Batches at once, so that a slow one does not hold up all. */
const PARALLEL = 2;
/** Reads of a batch that is one query. */
const MANY = 64;
/** Reads of a batch that may be a query each: both batches together leave half of the connections to others. */
const SOME = 16;

/**
 * Reads single records of an org by the field that `by` names: one that is unique in the org. Reads that come while others
 * run share a query: under load that is several records for the price of one. A lone read waits for nobody, and each sees
 * every write that was answered before it came.
 */
export function recordReader<Stored extends Owned>(
  model: Model<Stored>,
  by = '_id',
): (key: Key) => Promise<Stored | undefined> {
  const find = async (orgIds: string[], keys: readonly Key[]) => {
    const filter = { [by]: { $in: keys.map(({ id }) => id) }, orgId: { $in: orgIds } };
    return (await model.find(filter as never).lean()) as unknown as Stored[];
  };

  /** Other values are the same in many orgs, as numbers are: one query for all would read what nobody asked for. */
  async function findByOrg(keys: readonly Key[]): Promise<Stored[]> {
    const ofOrgs = Map.groupBy(keys, ({ orgId }) => orgId);
    return (await Promise.all([...ofOrgs].map(([orgId, own]) => find([orgId], own)))).flat();
  }

  const isOneQuery = by === '_id';
  return createBatcher(
    async (keys: Key[]) => {
      const found = isOneQuery ? await find(orgsOf(keys), keys) : await findByOrg(keys);
      const known = new Map(
        found.map((record) => [name(record.orgId, (record as Record<string, unknown>)[by]), record]),
      );
      return keys.map(({ orgId, id }) => known.get(name(orgId, id)));
    },
    { parallel: PARALLEL, maxSize: isOneQuery ? MANY : SOME },
  );
}

const orgsOf = (keys: readonly Key[]) => [...new Set(keys.map(({ orgId }) => orgId))];
const name = (orgId: string, id: unknown) => `${orgId}:${id}`;
