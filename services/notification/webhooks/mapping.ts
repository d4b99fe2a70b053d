import { type SealedFields, UnreadableError } from '#chassis/secrets/seal.ts';
import { type FormerSecret, type Secret, sequenceOf, type Webhook } from './domain/webhook.ts';

interface StoredFormer {
  secret: Buffer;
  until: Date;
}

/**
 * A stored webhook. Its secrets are encrypted (decisions 5: Signing). Each former secret has a field of its own,
 * because an encrypted value is bound to its path (ADR 24). An earlier version of the service knows only the first of
 * these fields, and leaves the others unchanged.
 */
export interface StoredWebhook extends Omit<Webhook, 'id' | 'description' | 'secret' | 'formerSecrets' | 'tests'> {
  _id: string;
  /** The sequence of the last event. An earlier version uses it as revision. */
  revision: number;
  /** Number of events that were tests. Absent if an earlier version wrote the webhook. */
  tests?: number;
  /** Absent if an earlier version wrote the webhook. */
  description?: string | null;
  secret: Buffer | null;
  formerSecret: StoredFormer | null;
  /** Absent if an earlier version wrote the webhook. */
  secondFormerSecret?: StoredFormer | null;
  thirdFormerSecret?: StoredFormer | null;
}

export function webhookMapping(fields: SealedFields) {
  const place = { collection: 'webhooks', aad: (id: string) => `webhooks:${id}` };
  const secrets = fields.declare({ ...place, field: 'secret' });
  for (const former of ['formerSecret', 'secondFormerSecret', 'thirdFormerSecret'])
    fields.declare({ ...place, field: `${former}.secret` });

  const seal = (id: string, secret: Secret) =>
    typeof secret === 'string' ? secrets.seal(id, Buffer.from(secret)) : secret.sealed;

  /** A secret that cannot be decrypted must not prevent reading the webhook. */
  function open(id: string, sealed: Buffer): Secret {
    try {
      return secrets.open(id, sealed).toString();
    } catch (error) {
      if (error instanceof UnreadableError) return { sealed };
      throw error;
    }
  }

  const sealFormer = (id: string, former: FormerSecret | undefined): StoredFormer | null =>
    former ? { ...former, secret: seal(id, former.secret) } : null;

  return {
    toStored({ id, secret, formerSecrets: [newest, second, third], ...webhook }: Webhook): StoredWebhook {
      return {
        _id: id,
        ...webhook,
        revision: sequenceOf(webhook),
        secret: secret === null ? null : seal(id, secret),
        formerSecret: sealFormer(id, newest),
        secondFormerSecret: sealFormer(id, second),
        thirdFormerSecret: sealFormer(id, third),
      };
    },
    toDomain({ _id, secret, formerSecret, secondFormerSecret, thirdFormerSecret, ...webhook }: StoredWebhook): Webhook {
      // An earlier version that removes a secret only clears the first field. Then the other former secrets have ended
      // too.
      const former = formerSecret ? [formerSecret, secondFormerSecret, thirdFormerSecret] : [];
      const { tests = 0 } = webhook;
      return {
        id: _id,
        ...webhook,
        revision: webhook.revision - tests,
        tests,
        description: webhook.description ?? null,
        secret: secret === null ? null : open(_id, secret),
        formerSecrets: former.flatMap((one) => (one ? [{ ...one, secret: open(_id, one.secret) }] : [])),
      };
    },
  };
}
