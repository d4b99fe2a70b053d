import type { Copy, CopyKind } from './copy.ts';

/** Names a record of product's. */
export interface CopyKey {
  orgId: string;
  kind: CopyKind;
  id: string;
}

/** A record as product has it at a revision. */
export type Snapshot = { key: CopyKey; revision: number; isRead?: true } & (
  | { is: 'known'; copy: Copy[CopyKind] }
  /** The event was too large to carry the record: only product knows it. */
  | { is: 'unknown' }
  | { is: 'deleted' }
);

/** A deletion is the last that is said of a record, whatever was heard of it. */
export const LAST_REVISION = Number.MAX_SAFE_INTEGER;

/** An event of a record that finance copies; the envelope's fields that count. */
export interface RecordEvent {
  type: string;
  org_id: string;
  sequence: number;
  data: { id: string };
}

/** The snapshot in an event of a record of `kind`. `copy` is undefined if the event does not hold all of it. */
export function snapshotOf(kind: CopyKind, event: RecordEvent, copy: Copy[CopyKind] | undefined): Snapshot {
  const common = { key: { orgId: event.org_id, kind, id: event.data.id }, revision: event.sequence };
  if (event.type.endsWith('.deleted')) return { ...common, is: 'deleted' };
  return copy ? { ...common, is: 'known', copy } : { ...common, is: 'unknown' };
}

/** The latest of what is said of each record; a deletion has no later. */
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
