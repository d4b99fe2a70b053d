import type { Connection } from 'mongoose';

/** The keys with which processes seal. The processes report them. */
export interface EncryptionKeyUses {
  /** Notes that this process seals with a key. Call it once a minute. */
  note(keyId: string, now: Date): Promise<void>;
  /** When each key was last used, by the keys' ids. */
  all(): Promise<Map<string, Date>>;
}

interface Stored {
  _id: string;
  lastUsedAt: Date;
}

export function openEncryptionKeyUses(connection: Connection): EncryptionKeyUses {
  const uses = connection.collection<Stored>('encryption_keys');
  return {
    async note(keyId, now) {
      await uses.updateOne({ _id: keyId }, { $max: { lastUsedAt: now } }, { upsert: true });
    },
    async all() {
      const found = await uses.find().toArray();
      return new Map(found.map(({ _id, lastUsedAt }) => [_id, lastUsedAt]));
    },
  };
}
