import type { mongo } from 'mongoose';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';

type Stored = { _id: string; [number: string]: unknown };

/** The used part of a record's model. */
interface Searched {
  collection: string;
  list: { searches?: readonly string[] };
}

/**
 * Writes the text that a search reads into the documents of `models`, which are searched by their number. An earlier version
 * searched the number itself, and so read every document of an org.
 */
export const searchTexts = (models: readonly Searched[]): Upgrade => ({
  name: 'orders and invoices: the text that a search reads',
  async apply(connection) {
    let changed = 0;
    for (const { collection, list } of models) {
      const [number] = list.searches ?? [];
      if (number) changed += await copyNumbers(connection.collection<Stored>(collection), number);
    }
    return changed;
  },
});

async function copyNumbers(documents: mongo.Collection<Stored>, number: string): Promise<number> {
  const outdated = { searchText: { $exists: false } };
  let changed = 0;
  for await (const found of outdatedBatches(documents, outdated, { fields: [number] })) {
    const numbered = found.filter((document) => document[number] !== undefined);
    const writes = numbered.map(({ _id, [number]: searchText }) => ({
      // A document that changed since the read has the text already, or gets it in the next run.
      updateOne: { filter: { _id, [number]: searchText, ...outdated }, update: { $set: { searchText } } },
    }));
    if (writes.length > 0) changed += (await documents.bulkWrite(writes as never, { ordered: false })).modifiedCount;
  }
  return changed;
}
