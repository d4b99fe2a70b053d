import type { mongo } from 'mongoose';
import { FOLDED_MARK } from '../domain/folded-text.ts';
import { outdatedBatches, type Upgrade } from '../mongo/upgrades.ts';
import { searchedModels, searchTextIn } from './record-model.ts';

type Row = { _id: string; [field: string]: unknown };

interface SearchTexts {
  /** The rows to read. Default: all rows. */
  outdated?: object;
  /** The fields of which the texts are made. */
  from: readonly string[];
  /** The stored texts of a row. */
  textsOf(row: Row): Record<string, string>;
}

/**
 * Writes the texts of all records that have a search, as far as an earlier version has stored other texts or none. A text of
 * this version begins with FOLDED_MARK, which an earlier version drops when it changes the record.
 */
export const recordTexts: Upgrade = {
  name: 'records: the texts that searches read',
  async apply(connection) {
    let changed = 0;
    for (const [model, searches] of searchedModels(connection)) {
      const rows = connection.collection<Row>(model.collection.collectionName);
      const outdated = { $or: [{ searchText: null }, { searchText: { $lt: FOLDED_MARK } }] };
      const textsOf = (row: Row) => ({ searchText: searchTextIn(row, searches) });
      changed += await writeSearchTexts(rows, { outdated, from: searches, textsOf });
    }
    return changed;
  },
};

/** Writes the texts of the rows that lack them, or have others. Returns the number of changed rows. */
export async function writeSearchTexts(
  rows: mongo.Collection<Row>,
  { outdated = {}, from, textsOf }: SearchTexts,
): Promise<number> {
  let changed = 0;
  const fields = [...new Set([...from, ...Object.keys(textsOf({ _id: '' }))])];
  for await (const found of outdatedBatches(rows, outdated, { fields })) {
    const writes = found.flatMap((row) => {
      const texts = textsOf(row);
      if (Object.entries(texts).every(([field, text]) => row[field] === text)) return [];
      // A row that changed since the read has the texts already, or gets them in the next run.
      const filter = { _id: row._id, ...Object.fromEntries(from.map((field) => [field, row[field] ?? null])) };
      return [{ updateOne: { filter, update: { $set: texts } } }];
    });
    if (writes.length > 0) changed += (await rows.bulkWrite(writes as never, { ordered: false })).modifiedCount;
  }
  return changed;
}
