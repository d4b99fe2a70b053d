import type { KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Schema } from 'mongoose';
import { AppError } from '#chassis/domain/errors.ts';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { isDuplicateKey } from '#chassis/mongo/transaction.ts';
import { UnreadableError } from '#chassis/secrets/seal.ts';
import { type FormerKey, isInForce, rotationFault } from './domain/rotation.ts';
import { exportPrivateKey, importPrivateKey, makeOrgKey, type OrgKey } from './org-key.ts';

/** The signing keys of orgs: the current key, and for a time the former one. A key is created at its first use. */
export interface KeyRepository {
  /** The public halves of the keys that sign now, the newest first. */
  publicKeys(orgId: string, now: Date): Promise<PublicKey[]>;
  /** The private halves of the keys that sign now, the newest first. Creates a key if there is none. */
  privateKeys(orgId: string, now: Date): Promise<KeyObject[]>;
  /**
   * Replaces the org's key. The former key signs until `until`. Errors: not_found if the org has no key; conflict while
   * two keys sign, or if another process has replaced the key.
   */
  rotate(orgId: string, { now, until }: { now: Date; until: Date }): Promise<PublicKey>;
}

type PublicKey = Pick<OrgKey, 'kid' | 'x'>;

interface StoredKey extends PublicKey {
  sealed: Buffer;
}
interface Document extends StoredKey {
  _id: string;
  createdAt: Date;
  /** Absent if the key was never replaced, or was written by an earlier version. */
  former?: (StoredKey & FormerKey) | null;
}

interface Keys {
  current: KeyObject;
  former: ({ privateKey: KeyObject } & FormerKey) | undefined;
}

/** Milliseconds after which a replica uses a key that another process has created. */
const CACHED_MS = 60_000;
const MAX_CACHED = 1000;

const schema = new Schema<Document>(
  {
    /** The id of the org. */
    _id: String,
    kid: String,
    x: String,
    sealed: Buffer,
    createdAt: Date,
    former: new Schema({ kid: String, x: String, sealed: Buffer, until: Date }, { _id: false }),
  },
  { collection: 'signing_keys', versionKey: false },
);

export function keyRepository(store: Store): KeyRepository {
  const model = modelOf<Document>(store.connection, 'SigningKey', schema);
  const place = { collection: 'signing_keys', aad: (orgId: string) => `signing_keys:${orgId}` };
  const sealedKeys = store.sealed.declare({ ...place, field: 'sealed' });
  store.sealed.declare({ ...place, field: 'former.sealed' });
  const cache = new LRUCache<string, Keys>({ max: MAX_CACHED, ttl: CACHED_MS });

  const open = (orgId: string, sealed: Buffer) => importPrivateKey(sealedKeys.open(orgId, sealed));

  /** If the former key cannot be decrypted, only the current key signs. */
  function openFormer(orgId: string, former: Document['former']): Keys['former'] {
    try {
      return former ? { privateKey: open(orgId, former.sealed), until: former.until } : undefined;
    } catch (error) {
      if (error instanceof UnreadableError) return undefined;
      throw error;
    }
  }

  async function find(orgId: string): Promise<Keys | undefined> {
    const found = await model.findById(orgId).lean();
    return found ? { current: open(orgId, found.sealed), former: openFormer(orgId, found.former) } : undefined;
  }

  async function make(orgId: string): Promise<Keys> {
    const key = await makeOrgKey(orgId, new Date());
    try {
      await insertOne(model, { _id: orgId, ...stored(key), createdAt: key.createdAt });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      const made = await find(orgId);
      if (made) return made;
    }
    return { current: key.privateKey, former: undefined };
  }

  function stored(key: OrgKey): StoredKey {
    return { kid: key.kid, x: key.x, sealed: sealedKeys.seal(key.orgId, exportPrivateKey(key)) };
  }

  return {
    async publicKeys(orgId, now) {
      const shown = { kid: 1, x: 1, 'former.kid': 1, 'former.x': 1, 'former.until': 1 };
      const found = await model.findById(orgId, shown).lean();
      if (!found) return [];
      const former = found.former && isInForce(found.former, now) ? [found.former] : [];
      return [found, ...former].map(({ kid, x }) => ({ kid, x }));
    },
    async privateKeys(orgId, now) {
      const keys = cache.get(orgId) ?? (await find(orgId)) ?? (await make(orgId));
      if (!cache.has(orgId)) cache.set(orgId, keys);
      const { current, former } = keys;
      return former && isInForce(former, now) ? [current, former.privateKey] : [current];
    },
    async rotate(orgId, { now, until }) {
      const before = await model.findById(orgId).lean();
      if (!before) throw new AppError('not_found', 'The org has no key yet: it gets one with its first webhook');
      const fault = rotationFault(before.former, { now, until });
      if (fault !== undefined) throw new AppError('conflict', fault);
      const key = await makeOrgKey(orgId, now);
      const former = until > now ? { kid: before.kid, x: before.x, sealed: before.sealed, until } : null;
      const unchanged = { _id: orgId, kid: before.kid, sealed: before.sealed };
      const next = { ...stored(key), createdAt: now, former };
      const { modifiedCount } = await model.updateOne(unchanged, { $set: next });
      if (modifiedCount === 0) throw new AppError('conflict', 'The key was changed meanwhile: try again');
      cache.delete(orgId);
      return { kid: key.kid, x: key.x };
    },
  };
}
