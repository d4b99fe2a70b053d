export type PartyKind = 'client';

export interface PartyKey {
  orgId: string;
  kind: PartyKind;
  id: string;
}

/** Someone whom finance's documents name. Another service owns the record; this copies what is shown. */
export interface Party extends PartyKey {
  name: string;
}

/** What the owner says of a party, and at which revision of the record it says so. */
export type Snapshot = { key: PartyKey; revision: number } & (
  | { is: 'named'; name: string }
  /** The event was too large to carry the record: only the owner knows the name. */
  | { is: 'unknown' }
  | { is: 'deleted' }
);

/** An event of a record that finance copies; the envelope's fields that count. */
export interface RecordEvent {
  type: string;
  org_id: string;
  sequence: number;
  data: { id: string; name?: string | undefined };
}

/** What an event of a record of `kind` says. */
export function snapshotOf(kind: PartyKind, { type, org_id, sequence, data }: RecordEvent): Snapshot {
  const common = { key: { orgId: org_id, kind, id: data.id }, revision: sequence };
  if (type.endsWith('.deleted')) return { ...common, is: 'deleted' };
  return data.name === undefined ? { ...common, is: 'unknown' } : { ...common, is: 'named', name: data.name };
}

/** The latest of what is said of each party; a deletion has no later. */
export function latestOfEach(snapshots: Snapshot[]): Snapshot[] {
  const latest = new Map<string, Snapshot>();
  for (const snapshot of snapshots) {
    const key = JSON.stringify(snapshot.key);
    const known = latest.get(key);
    if (!known || (known.is !== 'deleted' && supersedes(snapshot, known))) latest.set(key, snapshot);
  }
  return [...latest.values()];
}

function supersedes(snapshot: Snapshot, known: Snapshot): boolean {
  return snapshot.is === 'deleted' || snapshot.revision > known.revision;
}
