import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Secrets at rest: AES-256-GCM with the key's id in front, and keyed hashes (decisions 1: Idempotency, 5: Signing). */
export interface Seal {
  /** `aad` ties the sealed bytes to their place: they open nowhere else. */
  seal(bytes: Uint8Array, aad: string): Buffer;
  /** Throws when the bytes, the place or the key are not the ones that it was sealed with. */
  open(sealed: StoredBytes, aad: string): Buffer;
  /** HMAC-SHA256 in base64url: the same text gives the same hash, and nobody without the key can guess the text. */
  fingerprint(text: string): string;
}

/** Bytes as they come out of a database: a lean read gives BSON's Binary where a document would give a Buffer. */
export type StoredBytes = Uint8Array | { buffer: Uint8Array };

const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = ID_BYTES + IV_BYTES + TAG_BYTES;

/** Seals with `key` (base64, 32 bytes); what `olderKeys` sealed still opens, so that a key can be replaced. */
export function createSeal(key: string, ...olderKeys: string[]): Seal {
  const current = derive(key);
  const known = new Map([current, ...olderKeys.map(derive)].map((keys) => [keys.id.toString('hex'), keys]));
  return {
    seal: (bytes, aad) => encrypt(current, bytes, aad),
    open(sealed, aad) {
      const bytes = bufferOf(sealed);
      const keys = known.get(bytes.toString('hex', 0, ID_BYTES));
      if (!keys) throw new Error('Sealed with a key that is not configured');
      return decrypt(keys, bytes, aad);
    },
    fingerprint: (text) => createHmac('sha256', current.hashing).update(text).digest('base64url'),
  };
}

function bufferOf(stored: StoredBytes): Buffer {
  const { buffer, byteOffset, byteLength } = ArrayBuffer.isView(stored) ? stored : stored.buffer;
  return Buffer.from(buffer, byteOffset, byteLength);
}

interface Keys {
  id: Buffer;
  encryption: Buffer;
  hashing: Buffer;
}

function derive(key: string): Keys {
  const secret = Buffer.from(key, 'base64');
  if (secret.length !== 32) throw new Error('An encryption key is 32 bytes in base64');
  const subkey = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  return {
    id: createHash('sha256').update(subkey('id')).digest().subarray(0, ID_BYTES),
    encryption: subkey('encryption'),
    hashing: subkey('hashing'),
  };
}

function encrypt(keys: Keys, bytes: Uint8Array, aad: string): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', keys.encryption, iv);
  cipher.setAAD(Buffer.from(aad));
  const body = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([keys.id, iv, cipher.getAuthTag(), body]);
}

function decrypt(keys: Keys, sealed: Buffer, aad: string): Buffer {
  const iv = sealed.subarray(ID_BYTES, ID_BYTES + IV_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keys.encryption, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(aad));
  decipher.setAuthTag(sealed.subarray(ID_BYTES + IV_BYTES, HEADER_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
}
