/** The public half of an Ed25519 key, and its place in the schedule. */
export interface SigningKey {
  /** 1, 2, 3 …: each key is followed by one other at most. */
  number: number;
  /** RFC 7638 thumbprint. */
  kid: string;
  /** RFC 8037: the public key, base64url. */
  x: string;
  /** Published before, so that every gateway knows it when the first token comes. */
  signsFrom: Date;
}

export interface Schedule {
  /** Milliseconds that a key signs. */
  rotationMs: number;
  /** Milliseconds that a key is published before it signs. */
  aheadMs: number;
  /** Milliseconds that a key is published after it has signed for the last time. */
  overlapMs: number;
}

/** The key that signs at `now`: the last one that has begun; the first for a clock that is behind its maker's. */
export function signerAt<Key extends SigningKey>(keys: Key[], now: Date): Key | undefined {
  const begun = keys.filter((key) => key.signsFrom <= now || key.number === 1);
  return begun.reduce<Key | undefined>(later, undefined);
}

/** The keys whose tokens are good at `now`, those that are to sign next included. */
export function publishedAt<Key extends SigningKey>(keys: Key[], now: Date, { overlapMs }: Schedule): Key[] {
  return keys.filter((key) => {
    const successor = keys.find((other) => other.number === key.number + 1);
    return !successor || now.getTime() < successor.signsFrom.getTime() + overlapMs;
  });
}

/** A key that is to be made. */
export type NextKey = Pick<SigningKey, 'number' | 'signsFrom'>;

/** The key that may be made at `now`: none while one waits for its turn. */
export function nextAt(keys: SigningKey[], now: Date, { aheadMs }: Pick<Schedule, 'aheadMs'>): NextKey | undefined {
  const last = keys.reduce<SigningKey | undefined>(later, undefined);
  if (!last) return { number: 1, signsFrom: now };
  if (last.signsFrom > now) return undefined;
  return { number: last.number + 1, signsFrom: new Date(now.getTime() + aheadMs) };
}

/** The key that must be made at `now`, if one is due. */
export function dueAt(keys: SigningKey[], now: Date, schedule: Schedule): NextKey | undefined {
  const last = keys.reduce<SigningKey | undefined>(later, undefined);
  const due = last ? last.signsFrom.getTime() + schedule.rotationMs - schedule.aheadMs : 0;
  return now.getTime() < due ? undefined : nextAt(keys, now, schedule);
}

function later<Key extends SigningKey>(a: Key | undefined, b: Key): Key {
  return a && a.number > b.number ? a : b;
}
