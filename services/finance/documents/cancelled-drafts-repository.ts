import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import type { CancelledDraft } from './domain/cancelled-draft.ts';

interface Stored extends CancelledDraft {
  _id: string;
  revision: number;
}

/** Cancelled documents of one kind. `isProof`: true if the values of the fields show that the document was issued. */
interface Cancelled {
  collection: string;
  fields: readonly string[];
  isProof(stored: Readonly<Record<string, unknown>>): boolean;
}

/**
 * Marks documents that an earlier version cancelled. A document without a proof that it was issued is hidden from its client
 * (decisions 3: What a client may read).
 */
export const cancelledDrafts = (kinds: readonly Cancelled[]): Upgrade => ({
  name: 'documents: those that were cancelled as drafts',
  async apply(connection) {
    const unknown = { status: 'cancelled', cancelledAsDraft: null };
    let changed = 0;
    for (const { collection, fields, isProof } of kinds) {
      const documents = connection.collection<Stored>(collection);
      for await (const found of outdatedBatches(documents, unknown, { fields: [...fields, 'revision'] })) {
        const writes = found.map(({ _id, revision, ...stored }) => ({
          // A document that changed since the read is handled in the next run.
          updateOne: {
            filter: { _id, revision, ...unknown },
            update: { $set: { cancelledAsDraft: !isProof(stored) } },
          },
        }));
        changed += (await documents.bulkWrite(writes as never, { ordered: false })).modifiedCount;
      }
    }
    return changed;
  },
});
