import { copiedItem, type Fact } from '#chassis/invariants/facts.ts';
import { COLLECTION, type StoredCopy } from '../local-copies/repository.ts';

/** Styles of 2,000 SKUs that are held at once. */
const PAGE = 20;

/** Copies of product's records, and what they say. */
export const copies: Fact = {
  name: 'copies',
  async *items(database) {
    const filter = { deletedAt: { $exists: false } };
    for await (const ids of database.ids(COLLECTION, { filter, page: PAGE })) {
      const found = await database.find<StoredCopy>(COLLECTION, { ...filter, _id: { $in: ids } });
      yield found.map(({ _id, orgId, kind, revision, copy }) =>
        copiedItem({ orgId, kind, id: _id.slice(`${orgId}:${kind}:`.length), revision, copy }),
      );
    }
  },
};
