import type { Store } from '#chassis/mongo/mongo.ts';
import type { NameSource } from '#chassis/records/names-beside.ts';
import { sessionOf } from '#chassis/records/records.ts';

/** The names of the records of a collection, by id or another unique field. It reads only the given fields. */
export function namesOfRecords<const Field extends string>(
  { connection }: Pick<Store, 'connection'>,
  collection: string,
  fields: readonly Field[],
  by = '_id',
): NameSource<Record<Field, string | null>> {
  const records = connection.collection(collection);
  const projection = Object.fromEntries([by, ...fields].map((name) => [name, 1 as const]));
  return async (scope, keys) => {
    const filter = { orgId: scope.orgId, [by]: { $in: keys } };
    const found = await records.find(filter as never, { projection, ...sessionOf(scope) }).toArray();
    const rows = found as unknown as Record<Field, string | null>[];
    return new Map(rows.map((row) => [(row as Record<string, unknown>)[by] as string, row]));
  };
}
