import type { Connection } from 'mongoose';

/** Returns a function that reads the currencies of records of a collection, by id. Records without a currency are left out. */
export const currenciesIn =
  (connection: Connection, collection: string) =>
  async (orgId: string, ids: readonly string[]): Promise<Map<string, string>> => {
    const records = connection.collection<{ _id: string; currency: string | null }>(collection);
    const filter = { orgId, _id: { $in: [...ids] } };
    const found = await records.find(filter, { projection: { currency: 1 } }).toArray();
    return new Map(found.flatMap(({ _id, currency }) => (currency === null ? [] : [[_id, currency]])));
  };
