import type { Fault, Invariant } from './invariant.ts';

interface Slot {
  _id: string;
  count: number;
}

/** The maintained total of each list is the number of its records. `collections`: the collections that have totals. */
export const totalsAreCounts = (collections: readonly string[]): Invariant => ({
  name: 'totals',
  async *pages(database) {
    for (const collection of collections) {
      for await (const orgId of database.values(collection, 'orgId')) yield [`${orgId}:${collection}`];
    }
    let last = '';
    // Totals of lists that have no records any more.
    for await (const slots of database.ids('totals')) {
      for (const name of slots.map((id) => id.slice(0, id.lastIndexOf(':')))) {
        const [orgId = '', collection = ''] = name.split(':');
        if (name !== last && !(await database.has(collection, { orgId }))) yield [name];
        last = name;
      }
    }
  },
  async faults(reader, names) {
    const faults: Fault[] = [];
    for (const name of names) {
      const [orgId = '', collection = ''] = name.split(':');
      const slots = await reader.find<Slot>('totals', { _id: { $gte: `${name}:`, $lt: `${name};` } });
      const kept = slots.reduce((sum, { count }) => sum + count, 0);
      const counted = await reader.count(collection, { orgId });
      if (kept !== counted)
        faults.push({ orgId, record: collection, says: `its total is ${kept}, and there are ${counted}` });
    }
    return faults;
  },
});
