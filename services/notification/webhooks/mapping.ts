import { UnreadableError } from '#chassis/secrets/seal.ts';
import type { SealedFields } from '#chassis/secrets/sealed-fields.ts';
import type { Secret, Webhook } from './domain/webhook.ts';

/** A webhook at rest: its secrets are sealed (decisions 5: Signing). */
export interface StoredWebhook extends Omit<Webhook, 'id' | 'description' | 'secret' | 'formerSecret'> {
  _id: string;
  /** Absent where an earlier version wrote it. */
  description?: string | null;
  secret: Buffer | null;
  formerSecret: { secret: Buffer; until: Date } | null;
}

export function webhookMapping(fields: SealedFields) {
  const place = { collection: 'webhooks', aad: (id: string) => `webhooks:${id}` };
  const secrets = fields.declare({ ...place, field: 'secret' });
  fields.declare({ ...place, field: 'formerSecret.secret' });

  const seal = (id: string, secret: Secret) =>
    typeof secret === 'string' ? secrets.seal(id, Buffer.from(secret)) : secret.sealed;

  /** One secret that is lost is not to stand in the way of the webhooks that are read with it. */
  function open(id: string, sealed: Buffer): Secret {
    try {
      return secrets.open(id, sealed).toString();
    } catch (error) {
      if (error instanceof UnreadableError) return { sealed };
      throw error;
    }
  }

  return {
    toStored({ id, secret, formerSecret, ...webhook }: Webhook): StoredWebhook {
      return {
        _id: id,
        ...webhook,
        secret: secret === null ? null : seal(id, secret),
        formerSecret: formerSecret === null ? null : { ...formerSecret, secret: seal(id, formerSecret.secret) },
      };
    },
    toDomain({ _id, secret, formerSecret, ...webhook }: StoredWebhook): Webhook {
      return {
        id: _id,
        ...webhook,
        description: webhook.description ?? null,
        secret: secret === null ? null : open(_id, secret),
        formerSecret: formerSecret === null ? null : { ...formerSecret, secret: open(_id, formerSecret.secret) },
      };
    },
  };
}
