/** Numbers of copies that differ from product's records, by kind of difference. */
export interface Drift {
  /** product has the record, and finance has never received it. */
  missing: number;
  /** The copy has an older revision, or other values at the same revision. */
  outdated: number;
  /** finance has a copy, and product no longer has the record. */
  superfluous: number;
}

/** The state of a copy. */
export interface Held {
  revision: number;
  /** finance has received the deletion of the record. */
  isDeleted: boolean;
  /** Whether the copy equals product's record; undefined if the copy has no fields and the next read asks product. */
  isSame: boolean | undefined;
}

/** The difference between a copy and product's record at `revision`; undefined if there is none. */
export function driftOf(revision: number, held: Held | undefined): 'missing' | 'outdated' | undefined {
  if (!held) return 'missing';
  // The copy is newer: an event was applied after product was asked.
  if (held.isDeleted || held.revision > revision) return undefined;
  if (held.revision < revision) return 'outdated';
  return held.isSame === false ? 'outdated' : undefined;
}

export const NO_DRIFT: Drift = { missing: 0, outdated: 0, superfluous: 0 };

export const hasDrift = ({ missing, outdated, superfluous }: Drift): boolean => missing + outdated + superfluous > 0;
