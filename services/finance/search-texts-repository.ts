import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { invoiceModel } from './invoices/invoice-model.ts';
import { orderModel } from './orders/repository.ts';

/** An earlier version searched numbers themselves, and so read every document of an org. */
export const searchTexts: Upgrade = {
  name: 'orders and invoices: the text that a search reads',
  async run(connection) {
    let changed = 0;
    for (const { collection, list } of [orderModel, invoiceModel]) {
      const [number] = list.searches ?? [];
      const text = [{ $set: { searchText: `$${number}` } }];
      const written = await connection.collection(collection).updateMany({ searchText: { $exists: false } }, text);
      changed += written.modifiedCount;
    }
    return changed;
  },
};
