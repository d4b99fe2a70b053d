import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { sortKeyOf } from '#chassis/records/record-model.ts';

type Stored = { _id: string; revision: number; [field: string]: unknown };
type KeyOf = (record: never) => unknown;

/** Sort keys that documents of an earlier version lack. */
interface LaterKeys {
  collection: string;
  sortKeys: Readonly<Record<string, KeyOf>>;
  /** The fields of the document that the sort keys are made of. */
  fields: readonly string[];
}

/**
 * Stores the sort keys of lists in documents of earlier versions. Without them, a list that is sorted by such a field would
 * have these documents first, and no range would find them.
 */
export const laterSortKeys = (models: readonly LaterKeys[]): Upgrade => ({
  name: 'documents: sort keys of further dates and amounts',
  async apply(connection) {
    let changed = 0;
    for (const { collection, sortKeys, fields } of models) {
      const documents = connection.collection<Stored>(collection);
      const keys = Object.entries(sortKeys);
      const outdated = { $or: keys.map(([field]) => ({ [sortKeyOf(field)]: { $exists: false } })) };
      for await (const found of outdatedBatches(documents, outdated, { fields: [...fields, 'revision'] })) {
        const writes = found.map((stored) => {
          const record = { ...Object.fromEntries(fields.map((field) => [field, null])), ...stored, id: stored._id };
          const set = Object.fromEntries(keys.map(([field, keyOf]) => [sortKeyOf(field), keyOf(record as never)]));
          // A document that changed since the read has its keys already, or gets them in the next run.
          const filter = { _id: stored._id, revision: stored.revision };
          return { updateOne: { filter, update: { $set: set } } };
        });
        changed += (await documents.bulkWrite(writes as never, { ordered: false })).modifiedCount;
      }
    }
    return changed;
  },
});
