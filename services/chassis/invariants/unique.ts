import type { Reader } from './database.ts';
import { byOrg, type Fault, type Invariant, invariantOf } from './invariant.ts';

interface Row extends Record<string, unknown> {
  _id: string;
  orgId: string;
}

export interface Unique {
  collection: string;
  /** Fields whose combined values are unique among an org's records. The first one is indexed after the org. */
  fields: readonly [string, ...string[]];
}

/** No two records of an org have the same number, even if the index that ensures this was lost. */
export const numbersAreUnique = ({ collection, fields }: Unique): Invariant =>
  invariantOf<Row>({ name: 'duplicates', collection, fields: ['orgId', ...fields] }, (rows, reader) =>
    byOrg(rows, (orgId, own) => doubled({ collection, fields }, orgId, own, reader)),
  );

/** The finding names the record with the higher id. */
async function doubled({ collection, fields }: Unique, orgId: string, rows: Row[], reader: Reader): Promise<Fault[]> {
  const [first] = fields;
  const valued = rows.filter((row) => fields.every((field) => row[field] !== null && row[field] !== undefined));
  const values = [...new Set(valued.map((row) => row[first]))];
  // All texts except the empty one, like the index.
  const wanted = values.filter((value) => value !== '');
  if (wanted.length === 0) return [];
  const all = await reader.find<Row>(collection, { orgId, [first]: { $in: wanted } }, fields);
  const keyOf = (row: Row) => JSON.stringify(fields.map((field) => row[field]));
  const firstOf = new Map<string, string>();
  for (const row of all) {
    const known = firstOf.get(keyOf(row));
    if (known === undefined || row._id < known) firstOf.set(keyOf(row), row._id);
  }
  return valued.flatMap((row) => {
    const earlier = firstOf.get(keyOf(row));
    if (earlier === undefined || earlier === row._id) return [];
    const value = fields.map((field) => `${field} ${row[field]}`).join(', ');
    return [{ orgId, record: `${collection} ${row._id}`, says: `${value} is that of ${earlier}, too` }];
  });
}
