import type { Connection } from 'mongoose';
import { runTransaction } from '#chassis/mongo/transaction.ts';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import type { RecordName, References } from '#chassis/reference-integrity/references.ts';

/** Milliseconds until a batch must be done. */
const DEADLINE_MS = 60_000;
/** Documents per batch. A document has up to 500 lines. */
const size = 50;

/** The fields that are stored with a reference. */
interface Referring {
  _id: string;
  orgId: string;
  revision: number;
  status: string;
  createdAt: Date;
}

interface Earlier<Row extends Referring> {
  references: Pick<References, 'set'>;
  /** Name of the upgrade in the log. */
  name: string;
  collection: string;
  /** The kind of the documents in references. */
  kind: string;
  /** Filter of the documents that lack a field. The new values must not match it. */
  outdated: object;
  /** Fields to read, beside those of `Referring`. */
  fields: readonly (keyof Row & string)[];
  /** The new values of each document that is to change. */
  changesOf(connection: Connection, rows: readonly Row[]): Promise<Map<Row, Partial<Row>>>;
  /** Name of a document, for a refusal to delete one of its targets. */
  nameOf(row: Row): string;
  targetsOf(row: Row): RecordName[];
}

/**
 * Stores the values that documents of an earlier version lack, and the references that follow from them, in one transaction. A
 * concurrent write of a document conflicts with it. A document that changed since it was read is handled in the next run.
 */
export const referEarlier = <Row extends Referring>(earlier: Earlier<Row>): Upgrade => ({
  name: earlier.name,
  async apply(connection) {
    const { references, collection, kind, outdated, changesOf, nameOf, targetsOf } = earlier;
    const documents = connection.collection<Row>(collection);
    const fields = ['orgId', 'revision', 'status', 'createdAt', ...earlier.fields];
    let changed = 0;
    for await (const rows of outdatedBatches(documents as never, outdated, { fields, size })) {
      const changes = await changesOf(connection, rows as unknown as Row[]);
      for (const [row, change] of changes) {
        const { _id, orgId, revision, status, createdAt } = row;
        const after = { ...row, ...change };
        const source = { orgId, record: `${kind}:${_id}` as const, kind, name: nameOf(after), status, createdAt };
        const write = async (session: Parameters<Parameters<typeof runTransaction>[1]>[0]) => {
          const filter = { ...outdated, _id, revision };
          const { modifiedCount } = await documents.updateOne(filter as never, { $set: change }, { session });
          if (modifiedCount > 0) await references.set(session, [{ ...source, targets: targetsOf(after) }]);
          return modifiedCount;
        };
        changed += await runTransaction(connection, write, Date.now() + DEADLINE_MS);
      }
    }
    return changed;
  },
});
