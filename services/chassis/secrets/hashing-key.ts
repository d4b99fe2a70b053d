import { createHmac } from 'node:crypto';
import type { Connection } from 'mongoose';
import { deriveHashingKey, type SealedFields, type StoredBytes, UnreadableError } from './seal.ts';

/**
 * The key of a database's keyed hashes is stored in the database, sealed. So all replicas make the same hashes, and
 * stored hashes stay valid when ENCRYPTION_KEY changes. At the start it also shows whether ENCRYPTION_KEY is the right
 * one.
 */

/** HMAC-SHA256 in base64url. The same text gives the same hash. Without the key nobody can guess the text. */
export type Fingerprint = (text: string) => string;

/** ENCRYPTION_KEY does not hold the key that this database was sealed with. */
export class WrongKeyError extends Error {
  override name = 'WrongKeyError';
}

interface Stored {
  _id: string;
  sealed: StoredBytes;
}

const ID = 'current';

/**
 * Opens the hash function of a database. If it has no key yet, makes one from the first encryption key. Errors:
 * WrongKeyError.
 */
export async function openFingerprint(
  connection: Connection,
  fields: SealedFields,
  keys: readonly string[],
): Promise<Fingerprint> {
  const collection = 'hashing_keys';
  const field = fields.declare({ collection, field: 'sealed', aad: (id) => `hashing_keys:${id}` });
  const rows = connection.collection<Stored>(collection);

  /**
   * Several replicas may start at the same time, perhaps with different keys. The first stored hashing key is used by
   * all.
   */
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
