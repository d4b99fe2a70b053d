import type { Seal } from '#chassis/seal.ts';
import type { Webhook } from './webhook.ts';

/** A webhook at rest: its secrets are sealed (decisions 5: Signing). */
export interface StoredWebhook extends Omit<Webhook, 'id' | 'description' | 'secret' | 'formerSecret'> {
  _id: string;
  /** Absent where an earlier version wrote it. */
  description?: string | null;
  secret: Buffer | null;
  formerSecret: { secret: Buffer; until: Date } | null;
}

export function webhookMapping({ seal, open }: Seal) {
  return {
    toStored({ id, secret, formerSecret, ...webhook }: Webhook): StoredWebhook {
      const sealed = (text: string) => seal(Buffer.from(text), place(id));
      return {
        _id: id,
        ...webhook,
        secret: secret === null ? null : sealed(secret),
        formerSecret: formerSecret === null ? null : { ...formerSecret, secret: sealed(formerSecret.secret) },
      };
    },
    toDomain({ _id, secret, formerSecret, ...webhook }: StoredWebhook): Webhook {
      const opened = (sealed: Buffer) => open(sealed, place(_id)).toString();
      return {
        id: _id,
        ...webhook,
        description: webhook.description ?? null,
        secret: secret === null ? null : opened(secret),
        formerSecret: formerSecret === null ? null : { ...formerSecret, secret: opened(formerSecret.secret) },
      };
    },
  };
}

const place = (id: string) => `webhooks:${id}`;
