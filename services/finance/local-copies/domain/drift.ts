/** The differences of copies from product's records, by kind: counts of records. */
export interface Drift {
  /** Product has them, and finance has never heard of them. */
  missing: number;
  /** Finance has an older revision, or other words of the same. */
  outdated: number;
  /** Product has them no more. */
  superfluous: number;
}

/** The state of a record's copy in finance. */
export interface Held {
  revision: number;
  /** It heard that product has it no more. */
  isDeleted: boolean;
  /** It says the same as product's; undefined where it holds nothing and asks at the next read. */
  isSame: boolean | undefined;
}

/** The fault of the copy of a record that product has at `revision`; undefined: none. */
export function driftOf(revision: number, held: Held | undefined): 'missing' | 'outdated' | undefined {
  if (!held) return 'missing';
  // A change that finance has heard of since product was asked is no difference.
  if (held.isDeleted || held.revision > revision) return undefined;
  if (held.revision < revision) return 'outdated';
  return held.isSame === false ? 'outdated' : undefined;
}

export const NO_DRIFT: Drift = { missing: 0, outdated: 0, superfluous: 0 };

export const hasDrift = ({ missing, outdated, superfluous }: Drift): boolean => missing + outdated + superfluous > 0;
