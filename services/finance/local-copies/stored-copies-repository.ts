import { isDeepStrictEqual } from 'node:util';
import type { Store } from '#chassis/mongo/mongo.ts';
import { nullFields } from '#proto/product/v1/snapshot.contract.ts';
import { type CopyKind, isRecord } from './domain/copy.ts';
import type { Held } from './domain/drift.ts';
import { type CopyKey, nameOf } from './domain/snapshot.ts';
import type { Known } from './owner.ts';
import { copyModel, type StoredCopy } from './repository.ts';

/** Ids and revisions of copies of one org and kind. */
export interface HeldRecords {
  orgId: string;
  kind: CopyKind;
  revisions: Map<string, number>;
}

/** Reads the stored copies, to compare them with product's records. */
export interface StoredCopies {
  /** The state of the copies of these records, in the same order, compared with product's snapshots. */
  compared(snapshots: readonly Known[]): Promise<(Held | undefined)[]>;
  /** The state of the copies of these records, in the same order, without a comparison. */
  held(keys: readonly CopyKey[]): Promise<(Held | undefined)[]>;
  /** All records that are not deleted, in batches. */
  walk(): AsyncIterable<HeldRecords>;
}

const ROWS_PER_BATCH = 1_000;

/** `part`: number of records of a batch. */
export function storedCopies(store: Pick<Store, 'connection'>, part: number): StoredCopies {
  const { collection } = copyModel(store);

  async function rowsOf(keys: readonly CopyKey[], projection: Record<string, 1>): Promise<Map<string, StoredCopy>> {
    const found = collection.find({ _id: { $in: keys.map(nameOf) } } as never, { projection });
    return new Map(((await found.toArray()) as unknown as StoredCopy[]).map((row) => [row._id, row]));
  }

  /** Reads page by page, so that no cursor stays open while product is asked. */
  async function* allRows(): AsyncIterable<StoredCopy> {
    const options = {
      projection: { orgId: 1, kind: 1, revision: 1 },
      sort: { _id: 1 },
      limit: ROWS_PER_BATCH,
    } as const;
    let rows: StoredCopy[];
    let after = '';
    do {
      const behind = { _id: { $gt: after }, deletedAt: { $exists: false } };
      rows = (await collection.find(behind as never, options).toArray()) as unknown as StoredCopy[];
      yield* rows;
      after = rows.at(-1)?._id ?? after;
    } while (rows.length === ROWS_PER_BATCH);
  }

  return {
    async compared(snapshots) {
      const rows = await rowsOf(
        snapshots.map(({ key }) => key),
        {},
      );
      return snapshots.map(({ key, copy }) => {
        const row = rows.get(nameOf(key));
        const held = row?.copy && { ...(isRecord(key.kind) && nullFields[key.kind]), ...row.copy };
        return row && heldOf(row, held && isDeepStrictEqual(held, copy));
      });
    },
    async held(keys) {
      const rows = await rowsOf(keys, { revision: 1, deletedAt: 1 });
      return keys.map((key) => {
        const row = rows.get(nameOf(key));
        return row && heldOf(row, undefined);
      });
    },
    async *walk() {
      let held: HeldRecords | undefined;
      for await (const { orgId, kind, revision, _id } of allRows()) {
        const fits = held?.orgId === orgId && held.kind === kind && held.revisions.size < part;
        if (held && !fits) yield held;
        if (!held || !fits) held = { orgId, kind, revisions: new Map() };
        held.revisions.set(_id.slice(nameOf({ orgId, kind, id: '' }).length), revision);
      }
      if (held) yield held;
    },
  };
}

const heldOf = ({ revision, deletedAt }: StoredCopy, isSame: boolean | undefined): Held => ({
  revision,
  isDeleted: deletedAt !== undefined,
  isSame,
});
