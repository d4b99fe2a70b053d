import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Logger } from '../runtime/logger.ts';
import { registry } from '../runtime/metrics.ts';

/** Header of sealed bytes: the id of the key, the IV and the tag of GCM. */
const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = ID_BYTES + IV_BYTES + TAG_BYTES;

const unreadable = new Counter({
  name: 'unreadable_values_total',
  help: 'Times that a sealed value could not be opened, by where it is stored.',
  labelNames: ['collection'],
  registers: [registry],
});

/**
 * Declares the sealed fields of a database. A field must be declared before it is sealed, so that a replacement of a
 * key finds every field.
 */
export interface SealedFields {
  readonly seal: Seal;
  declare(place: SealedPlace): SealedField;
  declared(): SealedPlace[];
}

/** A field with sealed values. With it, values can be found and sealed with another key. */
export interface SealedPlace {
  collection: string;
  /** The field's path in a document: `formerSecret.secret`. */
  field: string;
  /** The field that holds the `id` for `aad`. Default: `_id`. */
  idField?: string;
  /**
   * The text to which a value of this field is bound. A value opens only with the same text, so it must never change.
   */
  aad(id: string): string;
  /** For documents that expire: the field with the time of writing. Their values are not sealed again. */
  writtenAt?: string;
}

/** Seals and opens the values of one field. */
interface SealedField {
  seal(id: string, bytes: Uint8Array): Buffer;
  /** Throws UnreadableError, and counts it, if the key is not configured or the bytes have changed. */
  open(id: string, sealed: StoredBytes): Buffer;
}

/** `keys`: as in `createSeal`. */
export function createSealedFields(keys: readonly string[]): SealedFields {
  const seal = createSeal(keys);
  const places = new Map<string, SealedPlace>();
  return {
    seal,
    declare(place) {
      places.set(`${place.collection}.${place.field}`, place);
      return {
        seal: (id, bytes) => seal.seal(bytes, place.aad(id)),
        open(id, sealed) {
          try {
            return seal.open(sealed, place.aad(id));
          } catch (error) {
            if (error instanceof UnreadableError) unreadable.inc({ collection: place.collection });
            throw error;
          }
        },
      };
    },
    declared: () => [...places.values()],
  };
}

/** Encryption of secrets at rest: AES-256-GCM. Sealed bytes begin with the id of the key (decisions 5: Signing). */
export interface Seal {
  /** The ids of the keys, in hex. The first key seals. */
  readonly keyIds: readonly string[];
  /** `aad` binds the sealed bytes to their place: they open only with the same text. */
  seal(bytes: Uint8Array, aad: string): Buffer;
  /**
   * Throws UnreadableError if the key is not configured, or if the bytes or `aad` are not the same as when they were
   * sealed.
   */
  open(sealed: StoredBytes, aad: string): Buffer;
}

/** Bytes as the database returns them: a lean read of Mongoose returns a Binary of BSON instead of a Buffer. */
export type StoredBytes = Uint8Array | { buffer: Uint8Array };

/** A sealed value that cannot be opened. The message has the id of its key, which reveals nothing about the key. */
export class UnreadableError extends Error {
  override name = 'UnreadableError';
}

/**
 * Encrypts with the first of `keys` (base64, 32 bytes each), and decrypts with any of them. So a key can be replaced:
 * the new key comes first, and the old one stays in the list for a time.
 */
export function createSeal(keys: readonly string[]): Seal {
  const derived = keys.map(deriveKey);
  const known = new Map(derived.map((key) => [key.id.toString('hex'), key]));
  const [current] = derived;
  if (!current || known.size < keys.length) throw new Error('Encryption keys are one or more, and differ');
  return {
    keyIds: [...known.keys()],
    seal: (bytes, aad) => encrypt(current, bytes, aad),
    open(sealed, aad) {
      const id = keyIdOf(sealed);
      const key = known.get(id);
      if (!key) throw new UnreadableError(`Sealed with the key ${id}, which ENCRYPTION_KEY does not hold`);
      return decrypt(key, bufferOf(sealed), aad);
    },
  };
}

/** The id of the key that sealed the bytes, in hex. */
export function keyIdOf(sealed: StoredBytes): string {
  return bufferOf(sealed).toString('hex', 0, ID_BYTES);
}

/** A key for keyed hashes, made from an encryption key (base64, 32 bytes). */
export function deriveHashingKey(key: string): Buffer {
  return subkey(key, 'hashing');
}

function bufferOf(stored: StoredBytes): Buffer {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(stored) ? stored : stored.buffer;
  return Buffer.from(buffer, byteOffset, byteLength);
}

interface Key {
  id: Buffer;
  encryption: Buffer;
}

function deriveKey(key: string): Key {
  const id = createHash('sha256').update(subkey(key, 'id')).digest().subarray(0, ID_BYTES);
  return { id, encryption: subkey(key, 'encryption') };
}

function subkey(key: string, use: string): Buffer {
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== 32) throw new Error('An encryption key is 32 bytes in base64');
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32));
}

function encrypt(key: Key, bytes: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key.encryption, iv);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([key.id, iv, cipher.getAuthTag(), body]);
}

function decrypt(key: Key, sealed: Buffer, aad: string): Buffer {
  try {
    const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(aad));
    decipher.setAuthTag(sealed.subarray(ID_BYTES + IV_BYTES, HEADER_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
  } catch (error) {
    throw new UnreadableError('The sealed bytes or their place are not as they were sealed', { cause: error });
  }
}

/**
 * Opens a sealed row of `queue`. Logs an error and returns undefined if that fails, for example because the key is no
 * longer configured. The caller then sets the row aside, so that it does not block other rows.
 */
export function openRow<T>(logger: Logger, queue: string, id: string, open: () => T): T | undefined {
  try {
    return open();
  } catch (error) {
    logger.error({ err: error, queue, id }, 'A row cannot be opened and is set aside');
    return undefined;
  }
}
