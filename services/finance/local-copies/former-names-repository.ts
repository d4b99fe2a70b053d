import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { COLLECTION } from './repository.ts';

const BATCH_SIZE = 1_000;

/**
 * Removes the collection `parties`, in which an earlier version stored only the names of clients. During a rollout,
 * replicas of that version still store changes there, which this version does not receive. So the copies of these
 * clients lose their fields, and the next read asks product.
 */
export const formerNames: Upgrade = {
  name: 'parties: names of clients, which are copied whole',
  async apply(connection) {
    const parties = connection.collection<{ _id: string }>('parties');
    const copies = connection.collection<{ _id: string }>(COLLECTION);
    let changed = 0;
    for (;;) {
      const found = await parties.find({}, { projection: { _id: 1 }, limit: BATCH_SIZE }).toArray();
      const names = { _id: { $in: found.map(({ _id }) => _id) } };
      // The names are deleted before the copies are changed. A name that is stored after the delete is found in the
      // next round.
      await parties.deleteMany(names);
      await copies.updateMany({ ...names, deletedAt: { $exists: false } }, { $unset: { copy: 1, name: 1 } });
      changed += found.length;
      if (found.length < BATCH_SIZE) return changed;
    }
  },
};
