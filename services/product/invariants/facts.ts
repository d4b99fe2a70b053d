import { copiedItem, type Fact, factOf } from '#chassis/invariants/facts.ts';
import { COPIED_KINDS, sourceOf } from '../snapshots/domain/snapshot.ts';

/** Styles of 2,000 SKUs that are held at once. */
const PAGE = 20;

interface Stored {
  _id: string;
  orgId: string;
  revision: number;
}

/** Records that finance copies, and what it copies of them. */
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

/** Documents of finance that refer to product's records, as it has heard. */
export const usesByDocuments = factOf<{ _id: string; orgId: string; status: string }>(
  {
    name: 'uses-by-documents',
    collection: 'references',
    fields: ['orgId', 'status'],
    filter: { kind: { $in: ['sales_order', 'purchase_order'] } },
  },
  ({ _id, orgId, status }) => ({ of: `${_id} of org ${orgId}`, says: status }),
);

/** Clients that there are. */
export const clients = factOf<Stored>(
  { name: 'clients', collection: 'clients', fields: ['orgId'] },
  ({ _id, orgId }) => ({ of: `client ${_id} of org ${orgId}` }),
);
