import { createPrivateKey } from 'node:crypto';
import { Schema } from 'mongoose';
import type { Store } from '#chassis/mongo.ts';
import { isDuplicateKey } from '#chassis/transaction.ts';
import type { KeyPair, KeyStore } from './key-ring.ts';

interface StoredKey {
  _id: number;
  kid: string;
  x: string;
  /** PKCS #8, sealed for this kid. */
  privateKey: Buffer;
  signsFrom: Date;
  createdAt: Date;
}

const keySchema = new Schema<StoredKey>(
  {
    _id: { type: Number, required: true },
    kid: { type: String, required: true },
    x: { type: String, required: true },
    privateKey: { type: Buffer, required: true },
    signsFrom: { type: Date, required: true },
    createdAt: { type: Date, required: true },
  },
  { collection: 'signing_keys', versionKey: false },
);

/** The keys of all orgs' tokens; the halves that sign are encrypted at rest. */
export function signingKeyRepository({ connection, seal }: Store): KeyStore {
  const keys = connection.model('SigningKey', keySchema);

  function toDomain({ _id, kid, x, privateKey, signsFrom }: StoredKey): KeyPair {
    const der = seal.open(privateKey, place(kid));
    return { number: _id, kid, x, signsFrom, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  }

  return {
    async all() {
      return (await keys.find().sort({ _id: 1 }).lean()).map(toDomain);
    },
    async add({ number, kid, x, signsFrom, privateKey }, now) {
      const der = privateKey.export({ format: 'der', type: 'pkcs8' });
      const sealed = seal.seal(der, place(kid));
      try {
        await keys.insertOne({ _id: number, kid, x, privateKey: sealed, signsFrom, createdAt: now });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async remove(numbers) {
      await keys.deleteMany({ _id: { $in: numbers } });
    },
  };
}

const place = (kid: string) => `signing-key:${kid}`;
