import type { Store } from '#chassis/mongo/mongo.ts';
import type { NameSource } from '#chassis/records/names-beside.ts';
import { sessionOf } from '#chassis/records/records.ts';

/** The names of the records of a collection, by id. It reads only the given fields. */
export function namesOfRecords<const Field extends string>(
  { connection }: Pick<Store, 'connection'>,
  collection: string,
  fields: readonly Field[],
): NameSource<Record<Field, string | null>> {
  const records = connection.collection(collection);
  const projection = Object.fromEntries(fields.map((name) => [name, 1 as const]));
  return async (scope, ids) => {
    const filter = { orgId: scope.orgId, _id: { $in: ids } };
    const found = await records.find(filter as never, { projection, ...sessionOf(scope) }).toArray();
    const rows = found as unknown as ({ _id: string } & Record<Field, string | null>)[];
    return new Map(rows.map((row) => [row._id, row]));
  };
}
