import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import { exportPrivateKey, importPrivateKey, makeOrgKey, type OrgKey } from './org-key.ts';

/** The orgs' signing keys, one each, made when first needed. */
export interface KeyRepository {
  /** The public half; nobody needs the private one to publish it. */
  publicKey(orgId: string): Promise<PublicKey | undefined>;
  /** The private half; makes the key where there is none. */
  privateKey(orgId: string): Promise<KeyObject>;
}

type PublicKey = Pick<OrgKey, 'kid' | 'x'>;

interface Document {
  _id: string;
  kid: string;
  x: string;
  sealed: Buffer;
  createdAt: Date;
}

/** Keys never change, so what is known stays known; the bound is for the memory alone. */
const MAX_CACHED = 1000;

const schema = new Schema<Document>(
  {
    /** The org. */
    _id: String,
    kid: String,
    x: String,
    sealed: Buffer,
    createdAt: Date,
  },
  { collection: 'signing_keys', versionKey: false },
);

export function keyRepository(store: Store): KeyRepository {
  const model = modelOf<Document>(store.connection, 'SigningKey', schema);
  const privateKeys = store.sealed.declare({
    collection: 'signing_keys',
    field: 'sealed',
    aad: (orgId) => `signing_keys:${orgId}`,
  });
  const cache = new LRUCache<string, KeyObject>({ max: MAX_CACHED });

  async function find(orgId: string): Promise<OrgKey | undefined> {
    const found = await model.findById(orgId).lean();
    if (found === null) return undefined;
    const pkcs8 = privateKeys.open(orgId, found.sealed);
    return { orgId, kid: found.kid, x: found.x, createdAt: found.createdAt, privateKey: importPrivateKey(pkcs8) };
  }

  async function make(orgId: string): Promise<OrgKey> {
    const key = await makeOrgKey(orgId, new Date());
    const sealed = privateKeys.seal(orgId, exportPrivateKey(key));
    try {
      await insertOne(model, { _id: orgId, kid: key.kid, x: key.x, sealed, createdAt: key.createdAt });
      return key;
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return (await find(orgId)) ?? key;
    }
  }

  return {
    async publicKey(orgId) {
      const found = await model.findById(orgId, { kid: 1, x: 1 }).lean();
      return found ? { kid: found.kid, x: found.x } : undefined;
    },
    async privateKey(orgId) {
      const cached = cache.get(orgId);
      if (cached) return cached;
      const { privateKey } = (await find(orgId)) ?? (await make(orgId));
      cache.set(orgId, privateKey);
      return privateKey;
    },
  };
}
