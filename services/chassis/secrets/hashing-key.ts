import { createHmac } from 'node:crypto';
import type { Connection } from 'mongoose';
import { deriveHashingKey, type SealedFields, type StoredBytes, UnreadableError } from './seal.ts';

/**
 * The key of a database's keyed hashes is stored in it, sealed: what is looked up by a hash goes on being found, and two
 * replicas hash alike, whatever keys ENCRYPTION_KEY holds. It also shows at the start whether those are the right ones.
 */

/** HMAC-SHA256 in base64url: the same text gives the same hash, and nobody without the key can guess the text. */
export type Fingerprint = (text: string) => string;

/** ENCRYPTION_KEY is not the one that this database was sealed with. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError';
}

interface Stored {
  _id: string;
  sealed: StoredBytes;
}

const ID = 'current';

/** The hash of the database, made of the first key where there is none yet. Errors: WrongKeyError. */
export async function openFingerprint(
  connection: Connection,
  fields: SealedFields,
  keys: readonly string[],
): Promise<Fingerprint> {
  const collection = 'hashing_keys';
  const field = fields.declare({ collection, field: 'sealed', aad: (id) => `hashing_keys:${id}` });
  const rows = connection.collection<Stored>(collection);

  /** Several replicas may start at once, perhaps with other keys. One of them makes the hashing key. */
  async function make(): Promise<StoredBytes> {
    const made = field.seal(ID, deriveHashingKey(keys[0] ?? ''));
    const update = { $setOnInsert: { sealed: made } };
    const kept = await rows.findOneAndUpdate({ _id: ID }, update, { upsert: true, returnDocument: 'after' });
    return kept?.sealed ?? made;
  }

  const sealed = (await rows.findOne({ _id: ID }))?.sealed ?? (await make());
  const key = readable(() => field.open(ID, sealed));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

function readable(key: () => Buffer): Buffer {
  try {
    return key();
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    const message = 'ENCRYPTION_KEY does not hold the key that this database was sealed with';
    throw new WrongKeyError(`${message}. ${error.message}`, { cause: error });
  }
}
