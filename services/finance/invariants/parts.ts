import { byOrg, type Invariant, invariantOf } from '#chassis/invariants/invariant.ts';
import { inCollection } from '#chassis/invariants/references.ts';

interface Parts {
  collection: string;
  /** The field of the part that names its whole. */
  field: string;
  /** The collection that holds the wholes. */
  whole: string;
}

/** For each part, such as a line, the record that it belongs to exists. */
export const partsOf = ({ collection, field, whole }: Parts): Invariant =>
  invariantOf<{ _id: string; orgId: string }>(
    { name: 'dangling references', collection, fields: ['orgId', field] },
    (rows, reader) =>
      byOrg(rows, async (orgId, own) => {
        const wholeOf = (row: object) => String((row as Record<string, unknown>)[field]);
        const known = await inCollection(whole)(reader, orgId, [...new Set(own.map(wholeOf))]);
        const lost = own.filter((row) => !known?.has(wholeOf(row)));
        return lost.map((row) => ({
          orgId,
          record: `${collection} ${row._id}`,
          says: `is of ${wholeOf(row)}, which is not there`,
        }));
      }),
  );
