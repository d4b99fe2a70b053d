import type { Store } from '#chassis/mongo/mongo.ts';
import { outdatedBatches, type Upgrade } from '#chassis/mongo/upgrades.ts';
import { copiedFields } from '#proto/product/v1/snapshot.contract.ts';
import { RECORD_KINDS, type RecordKind } from './domain/copy.ts';
import { answersTo, MAX_KEYS, type Owner, ownCall } from './owner.ts';
import { type CopyRepository, copyModel, type StoredCopy } from './repository.ts';

interface Parts {
  owner: Pick<Owner, 'get'>;
  copies: Pick<CopyRepository, 'apply'>;
}

/** Copies of this version have all fields: null stands for a field without a value. */
const lacksField = {
  $or: RECORD_KINDS.map((kind) => ({
    kind,
    $or: Object.keys(copiedFields[kind].shape).map((field) => ({ [`copy.${field}`]: { $exists: false } })),
  })),
  copy: { $exists: true },
};

/**
 * Reads copies of an earlier version from product again, because they lack the fields that the earlier version did not
 * copy. Product must have this version before finance. Errors of the step: upstream_unavailable.
 */
export const earlierCopies = (store: Pick<Store, 'connection'>, { owner, copies }: Parts): Upgrade => ({
  name: 'copies: fields that an earlier version did not copy',
  async apply() {
    const { collection } = copyModel(store);
    let changed = 0;
    for await (const rows of outdatedBatches(collection as never, lacksField, { fields, size: MAX_KEYS })) {
      for (const [{ orgId, kind }, ids] of recordsOf(rows as unknown as Row[])) {
        const asking = (some: readonly string[]) => owner.get(kind, some, ownCall(orgId));
        for await (const { snapshots } of answersTo(ids, asking)) {
          if (snapshots.length > 0) await copies.apply(snapshots);
          changed += snapshots.length;
        }
      }
    }
    return changed;
  },
});

type Row = Pick<StoredCopy, '_id' | 'orgId'> & { kind: RecordKind };
const fields = ['orgId', 'kind'];

/** The ids of the records, by org and kind. */
function recordsOf(rows: readonly Row[]): [Pick<Row, 'orgId' | 'kind'>, string[]][] {
  const groups = Map.groupBy(rows, ({ orgId, kind }) => `${orgId}:${kind}:`);
  return [...groups].map(([prefix, group]) => [group[0] as Row, group.map(({ _id }) => _id.slice(prefix.length))]);
}
