import { copiedItem, factOf } from '#chassis/invariants/facts.ts';
import { RECORD_KINDS } from '../local-copies/domain/copy.ts';
import { COLLECTION, type StoredCopy } from '../local-copies/repository.ts';

/** Documents per batch. A copied style has up to 2,000 SKUs, so batches are small. */
const PAGE = 20;

/** The copies of product's records, as facts that are compared with product's own records. */
export const copies = factOf<StoredCopy>(
  {
    name: 'copies',
    collection: COLLECTION,
    filter: { kind: { $in: [...RECORD_KINDS] }, deletedAt: { $exists: false } },
    page: PAGE,
  },
  ({ _id, orgId, kind, revision, copy }) =>
    copiedItem({ orgId, kind, id: _id.slice(`${orgId}:${kind}:`.length), revision, copy }),
);
