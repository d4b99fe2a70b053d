import type { Connection } from 'mongoose';

/** The encryption keys that processes seal with. Each process reports its key. */
export interface EncryptionKeyUses {
  /** Notes that this process seals with a key. Must be called once a minute. */
  note(keyId: string, now: Date): Promise<void>;
  /** The time of each key's last use, by the id of the key. */
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
