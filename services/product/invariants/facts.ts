import type { Database } from '#chassis/invariants/database.ts';
import { copiedItem, type Fact, type Item } from '#chassis/invariants/facts.ts';
import { COPIED_KINDS, type CopiedKind, sourceOf } from '../snapshots/domain/snapshot.ts';

/** Styles of 2,000 SKUs that are held at once. */
const PAGE = 20;

/** Records that finance copies, and what it copies of them. */
export const copiedRecords: Fact = {
  name: 'copied records',
  async *items(database) {
    for (const kind of COPIED_KINDS) yield* itemsOf(kind, database);
  },
};

async function* itemsOf(kind: CopiedKind, database: Database): AsyncIterable<Item[]> {
  const { collection, paths } = sourceOf(kind);
  for await (const ids of database.ids(collection, { page: PAGE })) {
    const found = await database.find<Stored>(collection, { _id: { $in: ids } }, paths);
    yield found.map(({ _id: id, orgId, revision, ...copy }) =>
      copiedItem({ orgId, kind, id, revision, copy: { id, ...copy } }),
    );
  }
}

interface Stored {
  _id: string;
  orgId: string;
  revision: number;
}

interface Kept {
  _id: string;
  orgId: string;
  status: string;
}

/** Documents of finance that refer to product's records, as it has heard. */
export const usesByDocuments: Fact = {
  name: 'uses by documents',
  async *items(database) {
    const filter = { kind: { $in: ['sales_order', 'purchase_order'] } };
    for await (const ids of database.ids('references', { filter, page: 1000 })) {
      const found = await database.find<Kept>('references', { _id: { $in: ids } }, ['orgId', 'status']);
      yield found.map(({ _id, orgId, status }) => ({ of: `${_id} of org ${orgId}`, says: status }));
    }
  },
};

/** Clients that there are. */
export const clients: Fact = {
  name: 'clients',
  async *items(database) {
    for await (const ids of database.ids('clients', { page: 1000 })) {
      const found = await database.find<Stored>('clients', { _id: { $in: ids } }, ['orgId']);
      yield found.map(({ _id, orgId }) => ({ of: `client ${_id} of org ${orgId}` }));
    }
  },
};
