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

/** Number of batches that run at the same time, so that a slow one does not delay all reads. */
const PARALLEL = 2;
/** Maximum number of reads in a batch with one query. */
const MANY = 64;
/**
 * Maximum number of reads in a batch that may need a query for each. Two such batches leave half of the database
 * connections to other work.
 */
const SOME = 16;

/**
 * Reads single records of an org by the field `by`, which must be unique in the org. Reads that arrive while others run
 * share a query: under load, one query reads several records. A single read does not wait. Each read sees every write
 * that was answered before it arrived.
 */
export function recordReader<Stored extends Owned>(
  model: Model<Stored>,
  by = '_id',
): (key: Key) => Promise<Stored | undefined> {
  const find = async (orgIds: string[], keys: readonly Key[]) => {
    const filter = { [by]: { $in: keys.map(({ id }) => id) }, orgId: { $in: orgIds } };
    return (await model.find(filter as never).lean()) as unknown as Stored[];
  };

  /**
   * Values such as document numbers are equal in many orgs. One query for all orgs would also read records of the wrong
   * org, so each org has its own query.
   */
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
