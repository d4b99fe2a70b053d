import type { Copy, CopyKind } from './copy.ts';

/** The name of a record of product. */
export interface CopyKey {
  orgId: string;
  kind: CopyKind;
  id: string;
}

/** The state of a record of product at a revision. */
export type Snapshot = { key: CopyKey; revision: number; isRead?: true } & (
  | { is: 'known'; copy: Copy[CopyKind] }
  /** The event was too large to carry the record, so its fields are unknown. */
  | { is: 'unknown' }
  /** The event changed nothing of the copied part. */
  | { is: 'same' }
  | { is: 'deleted' }
);

/** The revision of a deletion. It is above all others, because no event of a record follows its deletion. */
export const LAST_REVISION = Number.MAX_SAFE_INTEGER;

/** The used fields of the envelope of an event about a copied record. */
export interface RecordEvent {
  type: string;
  org_id: string;
  sequence: number;
  data: { id: string };
}

/**
 * The snapshot of the part of a record that an event about the record carries. `copy`: null if the event does not change
 * the part; undefined if the event may change it and does not have it.
 */
export function partSnapshotOf(
  kind: 'kit' | 'recipe',
  event: RecordEvent,
  copy: Copy['kit' | 'recipe'] | null | undefined,
): Snapshot {
  const common = { key: { orgId: event.org_id, kind, id: event.data.id }, revision: event.sequence };
  if (event.type.endsWith('.deleted')) return { ...common, is: 'deleted' };
  if (copy === null) return { ...common, is: 'same' };
  return copy ? { ...common, is: 'known', copy } : { ...common, is: 'unknown' };
}

/**
 * The snapshot that an event about a record of `kind` carries. `copy`: undefined if the event does not have all copied
 * fields.
 */
export function snapshotOf(kind: CopyKind, event: RecordEvent, copy: Copy[CopyKind] | undefined): Snapshot {
  const common = { key: { orgId: event.org_id, kind, id: event.data.id }, revision: event.sequence };
  if (event.type.endsWith('.deleted')) return { ...common, is: 'deleted' };
  return copy ? { ...common, is: 'known', copy } : { ...common, is: 'unknown' };
}

/** The latest snapshot of each record. A deletion is always the latest. */
export function latestOfEach(snapshots: readonly Snapshot[]): Snapshot[] {
  const latest = new Map<string, Snapshot>();
  for (const snapshot of snapshots) {
    const key = nameOf(snapshot.key);
    const known = latest.get(key);
    if (!known || (known.is !== 'deleted' && supersedes(snapshot, known))) latest.set(key, snapshot);
  }
  return [...latest.values()];
}

/** `<orgId>:<kind>:<id>`. */
export const nameOf = ({ orgId, kind, id }: CopyKey): string => `${orgId}:${kind}:${id}`;

function supersedes(snapshot: Snapshot, known: Snapshot): boolean {
  return snapshot.is === 'deleted' || snapshot.revision > known.revision;
}
