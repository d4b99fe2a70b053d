import { searchTextOf } from '#chassis/domain/folded-text.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import type { Listed } from './listed.ts';

/** In an org of their own, all of the rare values: an index that does not begin with the org would show. */
export const FEW = 25;
/** Records of a large org with the rare values: the oldest, and the last by name. */
export const RARE = 60;
export const CHANGED_LATELY = 3;
export const LATELY = Date.UTC(2026, 0, 1);
const BATCH = 2_000;
const START = Date.UTC(2025, 0, 1);

export interface FilledOrg {
  orgId: string;
  /** Records. */
  count: number;
  /** All of them have the rare values. */
  allRare?: boolean;
}

/** Writes the records as they are stored, past the outbox: as many as a list is asked to bear. */
export async function fill(store: Store, name: string, listed: Listed, org: FilledOrg): Promise<void> {
  const { orgId, count } = org;
  const collection = store.connection.collection<{ _id: string }>(name);
  const totals = store.connection.collection<{ _id: string; count: number }>('totals');
  for (let from = 0; from < count; from += BATCH) {
    const length = Math.min(BATCH, count - from);
    const batch = Array.from({ length }, (_, index) => stored(listed, org, from + index));
    await collection.insertMany(batch, { writeConcern: { w: 1 } });
  }
  await totals.insertOne({ _id: `${orgId}:${name}:0`, count });
}

function stored(listed: Listed, { orgId, count, allRare = false }: FilledOrg, index: number): { _id: string } {
  const now = new Date(START + index * 1000);
  const isRare = allRare || index < RARE;
  const changed = index >= count - CHANGED_LATELY;
  const title = `${isRare ? 'z' : 'a'}${(index * 7919) % count} ${changed ? 'Needle' : 'Twill'}`;
  const documentId = `DOC-2025-${String(index).padStart(6, '0')}`;
  const { id, ...state } = listed.make(
    { id: newId(), orgId, documentId, now },
    title,
    (isRare ? listed.rare : {}) as never,
  );
  const updatedAt = changed ? new Date(LATELY) : now;
  return { _id: id, ...state, updatedAt, ...(listed.of.searches && { searchText: searchTextOf([title]) }) } as never;
}
