import { Schema } from 'mongoose';
import { insertOneRaw, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope, Transaction } from '#chassis/unit-of-work/write.ts';

/** The earlier versions of documents. The current version is in the document itself. */
export interface VersionHistory<Version extends { versionNumber: number }> {
  keep(tx: Transaction, documentId: string, version: Version): Promise<void>;
  /** Undefined if there is no such version. */
  find(scope: ReadScope, documentId: string, versionNumber: number): Promise<Version | undefined>;
  /** Removes all earlier versions of a document that is deleted. */
  removeAll(tx: Transaction, documentId: string): Promise<void>;
}

interface StoredVersion<Version> {
  /** `<id of the document>:<number>` */
  _id: string;
  orgId: string;
  recordId: string;
  version: Version;
}

const schema = (collection: string) =>
  new Schema(
    { _id: String, orgId: String, recordId: String, version: Schema.Types.Mixed },
    { collection, versionKey: false },
  ).index({ orgId: 1, recordId: 1 });

/** `collection`: the name of the collection and of its model. */
export function openVersionHistory<Version extends { versionNumber: number }>(
  { connection }: Pick<Store, 'connection'>,
  collection: string,
): VersionHistory<Version> {
  const model = modelOf<StoredVersion<Version>>(connection, collection, schema(collection) as never);
  const idOf = (recordId: string, versionNumber: number) => `${recordId}:${versionNumber}`;
  return {
    async keep({ orgId, session }, recordId, version) {
      await insertOneRaw(model, { _id: idOf(recordId, version.versionNumber), orgId, recordId, version }, session);
    },
    async find(scope, recordId, versionNumber) {
      const asked = { _id: idOf(recordId, versionNumber), orgId: scope.orgId };
      const found = await model.findOne(asked as never, null, sessionOf(scope)).lean();
      return (found as StoredVersion<Version> | null)?.version;
    },
    async removeAll({ orgId, session }, recordId) {
      await model.collection.deleteMany({ orgId, recordId } as never, { session });
    },
  };
}
