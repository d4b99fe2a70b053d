/** The public half of an Ed25519 key, and the time from which it signs. */
export interface SigningKey {
  /** 1, 2, 3 …. A number is given once, so each key has at most one successor. */
  number: number;
  /** RFC 7638 thumbprint. */
  kid: string;
  /** The public key in base64url (RFC 8037). */
  x: string;
  /** The key is published earlier, so that every gateway knows it before its first token. */
  signsFrom: Date;
}

export interface Schedule {
  /** Milliseconds for which a key signs. */
  rotationMs: number;
  /** Milliseconds for which a key is published before it signs. */
  aheadMs: number;
  /** Milliseconds for which a key is published after its last signature. */
  overlapMs: number;
}

/**
 * The key that signs at `now`: the last one whose time has begun. Undefined if there is none. Key 1 always counts as
 * begun, because the clock of this process may be slow.
 */
export function signerAt<Key extends SigningKey>(keys: Key[], now: Date): Key | undefined {
  const begun = keys.filter((key) => key.signsFrom <= now || key.number === 1);
  return begun.reduce<Key | undefined>(later, undefined);
}

/** The keys whose tokens are valid at `now`, including keys that do not sign yet. */
export function publishedAt<Key extends SigningKey>(keys: Key[], now: Date, { overlapMs }: Schedule): Key[] {
  return keys.filter((key) => {
    const successor = keys.find((other) => other.number === key.number + 1);
    return !successor || now.getTime() < successor.signsFrom.getTime() + overlapMs;
  });
}

/** A key to create. */
export type NextKey = Pick<SigningKey, 'number' | 'signsFrom'>;

/** The key that may be created at `now`; undefined if a key already waits to sign. */
export function nextAt(keys: SigningKey[], now: Date, { aheadMs }: Pick<Schedule, 'aheadMs'>): NextKey | undefined {
  const last = keys.reduce<SigningKey | undefined>(later, undefined);
  if (!last) return { number: 1, signsFrom: now };
  if (last.signsFrom > now) return undefined;
  return { number: last.number + 1, signsFrom: new Date(now.getTime() + aheadMs) };
}

/** The key that must be created at `now`; undefined if none is due. */
export function dueAt(keys: SigningKey[], now: Date, schedule: Schedule): NextKey | undefined {
  const last = keys.reduce<SigningKey | undefined>(later, undefined);
  const due = last ? last.signsFrom.getTime() + schedule.rotationMs - schedule.aheadMs : 0;
  return now.getTime() < due ? undefined : nextAt(keys, now, schedule);
}

function later<Key extends SigningKey>(a: Key | undefined, b: Key): Key {
  return a && a.number > b.number ? a : b;
}
