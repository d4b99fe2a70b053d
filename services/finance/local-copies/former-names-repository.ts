import type { Upgrade } from '#chassis/mongo/upgrades.ts';
import { COLLECTION } from './repository.ts';

const AT_ONCE = 1_000;

/**
 * An earlier version kept clients' names alone, in `parties`, under the names that copies have. What its replicas hear of in
 * a rollout this version does not: such a copy knows nothing any more, and the next read asks product.
 */
export const formerNames: Upgrade = {
  name: 'parties: names of clients, which are copied whole',
  async apply(connection) {
    const parties = connection.collection<{ _id: string }>('parties');
    const copies = connection.collection<{ _id: string }>(COLLECTION);
    let changed = 0;
    for (;;) {
      const found = await parties.find({}, { projection: { _id: 1 }, limit: AT_ONCE }).toArray();
      const names = { _id: { $in: found.map(({ _id }) => _id) } };
      // First: what comes there from now on is found the next time.
      await parties.deleteMany(names);
      await copies.updateMany({ ...names, deletedAt: { $exists: false } }, { $unset: { copy: 1, name: 1 } });
      changed += found.length;
      if (found.length < AT_ONCE) return changed;
    }
  },
};
