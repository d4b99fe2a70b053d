import type { mongo } from 'mongoose';
import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { invoiceModel } from './invoices/invoice-model.ts';
import { orderModel } from './orders/repository.ts';

const BATCH_SIZE = 1_000;

type Stored = { _id: string; [number: string]: unknown };

/**
 * Adds the field that searches read. An earlier version searched the numbers themselves, and so read every document of
 * an org.
 */
export const searchTexts: Upgrade = {
  name: 'orders and invoices: the text that a search reads',
  async run(connection) {
    let changed = 0;
    for (const { collection, list } of [orderModel, invoiceModel]) {
      const [number] = list.searches ?? [];
      if (number) changed += await copyNumbers(connection.collection<Stored>(collection), number);
    }
    return changed;
  },
};

async function copyNumbers(documents: mongo.Collection<Stored>, number: string): Promise<number> {
  const outdated = { searchText: { $exists: false } };
  let changed = 0;
  // Documents are read by id, because no index finds the documents without the text. So each document is read once.
  for (let last = ''; ; ) {
    const query = documents.find({ ...outdated, _id: { $gt: last } }, { projection: { [number]: 1 } });
    const found = await query.sort({ _id: 1 }).limit(BATCH_SIZE).hint({ _id: 1 }).toArray();
    const end = found.at(-1);
    if (!end) return changed;
    last = end._id;
    const numbered = found.filter((document) => document[number] !== undefined);
    const writes = numbered.map(({ _id, [number]: searchText }) => ({
      // A document that changed since the read has the text already, or gets it in the next run.
      updateOne: { filter: { _id, [number]: searchText, ...outdated }, update: { $set: { searchText } } },
    }));
    if (writes.length > 0) changed += (await documents.bulkWrite(writes as never, { ordered: false })).modifiedCount;
  }
}
