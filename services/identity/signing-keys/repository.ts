import { createPrivateKey } from 'node:crypto';
import { Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import type { KeyPair, KeyStore } from './key-ring.ts';

interface StoredKey {
  _id: number;
  kid: string;
  x: string;
  /** PKCS #8, encrypted and bound to this kid. */
  privateKey: Buffer;
  signsFrom: Date;
  createdAt: Date;
}

const keySchema = new Schema<StoredKey>(
  {
    _id: Number,
    kid: String,
    x: String,
    privateKey: Buffer,
    signsFrom: Date,
    createdAt: Date,
  },
  { collection: 'signing_keys', versionKey: false },
);

/** The keys that sign the tokens of all orgs. The private halves are stored encrypted. */
export function signingKeyRepository({ connection, sealed }: Store): KeyStore {
  const keys = modelOf(connection, 'SigningKey', keySchema);
  const privateKeys = sealed.declare({
    collection: 'signing_keys',
    field: 'privateKey',
    idField: 'kid',
    aad: (kid) => `signing-key:${kid}`,
  });

  function toDomain({ _id, kid, x, privateKey, signsFrom }: StoredKey): KeyPair {
    const der = privateKeys.open(kid, privateKey);
    return { number: _id, kid, x, signsFrom, privateKey: createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }) };
  }

  return {
    async all() {
      return (await keys.find().sort({ _id: 1 }).lean()).map(toDomain);
    },
    async add({ number, kid, x, signsFrom, privateKey }, now) {
      const der = privateKey.export({ format: 'der', type: 'pkcs8' });
      const row = { _id: number, kid, x, privateKey: privateKeys.seal(kid, der), signsFrom, createdAt: now };
      try {
        await insertOne(keys, row);
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
