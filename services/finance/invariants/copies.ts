import { copiedItem, factOf } from '#chassis/invariants/facts.ts';
import { COLLECTION, type StoredCopy } from '../local-copies/repository.ts';

/** Styles of 2,000 SKUs that are held at once. */
const PAGE = 20;

/** Copies of product's records, and what they say. */
export const copies = factOf<StoredCopy>(
  { name: 'copies', collection: COLLECTION, filter: { deletedAt: { $exists: false } }, page: PAGE },
  ({ _id, orgId, kind, revision, copy }) =>
    copiedItem({ orgId, kind, id: _id.slice(`${orgId}:${kind}:`.length), revision, copy }),
);
