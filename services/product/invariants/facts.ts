import { copiedItem, type Fact, factOf } from '#chassis/invariants/facts.ts';
import { COPIED_KINDS, sourceOf } from '../snapshots/domain/snapshot.ts';

/** Records per batch. A style has up to 2,000 SKUs, so batches are small. */
const PAGE = 20;

interface Stored {
  _id: string;
  orgId: string;
  revision: number;
}

/** The records that finance copies, with the copied fields, as facts that are compared with finance's copies. */
export const copiedRecords: Fact = {
  name: 'copied-records',
  async *items(database, until) {
    for (const kind of COPIED_KINDS) yield* copiedOf(kind).items(database, until);
  },
};

function copiedOf(kind: (typeof COPIED_KINDS)[number]): Fact {
  const { collection, paths: fields } = sourceOf(kind);
  return factOf<Stored>({ name: kind, collection, fields, page: PAGE }, ({ _id: id, orgId, revision, ...copy }) =>
    copiedItem({ orgId, kind, id, revision, copy: { id, ...copy } }),
  );
}

/** The references of finance's documents to product's records. finance has the same facts. */
export const usesByDocuments = factOf<{ _id: string; orgId: string; status: string }>(
  {
    name: 'uses-by-documents',
    collection: 'references',
    fields: ['orgId', 'status'],
    filter: { kind: { $in: ['sales_order', 'purchase_order'] } },
  },
  ({ _id, orgId, status }) => ({ of: `${_id} of org ${orgId}`, says: status }),
);

/** The clients that exist. */
export const clients = factOf<Stored>(
  { name: 'clients', collection: 'clients', fields: ['orgId'] },
  ({ _id, orgId }) => ({ of: `client ${_id} of org ${orgId}` }),
);
