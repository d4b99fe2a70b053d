import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { openRow } from '#chassis/secrets/seal.ts';
import type { Mail } from './domain/mail.ts';

/** A mail that this process has claimed. */
export interface ClaimedMail extends Mail {
  /** Number of attempts, including the present one. */
  attempts: number;
  /** The time until which no other process sends the mail. */
  claimedUntil: Date;
}

export interface MailRepository {
  add(mail: Mail, now: Date, session: ClientSession): Promise<void>;
  /**
   * Claims a due mail until `until`. Orgs take turns, and mails without an org are one more turn, so that many mails of
   * one org delay no other org. Within an org the oldest mail is first. A mail that cannot be decrypted is set aside,
   * and the next one is claimed. Undefined if none is due.
   */
  claim(now: Date, until: Date): Promise<ClaimedMail | undefined>;
  /**
   * Extends the claim. Returns false if the claim no longer ends at `from`, because another process has claimed the
   * mail.
   */
  renew(id: string, from: Date, until: Date): Promise<boolean>;
  /** Sets the time of the next attempt of a claimed mail. */
  postpone(id: string, until: Date): Promise<void>;
  /** Removes a mail that was sent or given up. */
  remove(id: string): Promise<void>;
  /** Number of mails that are not set aside, at most `most`. */
  count(most: number): Promise<number>;
}

interface StoredMail {
  _id: string;
  /** Recipient, subject and text, encrypted: they contain a secret, and show who has an account. */
  sealed: Buffer;
  /** The time of the next attempt; null for a mail that was set aside. */
  dueAt: Date | null;
  attempts: number;
  expiresAt: Date;
  /** Empty or absent if the receiver asked for the mail. Earlier versions stored no orgId. */
  orgId?: string;
}

const schema = new Schema<StoredMail>(
  {
    _id: String,
    sealed: Buffer,
    dueAt: Date,
    attempts: Number,
    expiresAt: Date,
    orgId: String,
  },
  { collection: 'mails', versionKey: false },
);
schema.index({ orgId: 1, dueAt: 1 });
// Removes mails that were set aside. The mailer itself removes other expired mails.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 7 * 86_400 });

export function mailRepository({ connection, sealed: fields, logger }: Store): MailRepository {
  const mails = modelOf(connection, 'Mail', schema);
  const contents = fields.declare({ collection: 'mails', field: 'sealed', aad: (id) => `mail:${id}` });
  /** The org of the last claimed mail, empty for a mail without an org; undefined if none was due. */
  let served: string | undefined;

  function open({ _id, sealed, expiresAt, attempts }: StoredMail, claimedUntil: Date): ClaimedMail {
    const { to, subject, text } = JSON.parse(contents.open(_id, sealed).toString()) as Content;
    return { id: _id, to, subject, text, expiresAt, attempts, claimedUntil };
  }

  async function claimRow(now: Date, until: Date): Promise<StoredMail | null> {
    const due = { dueAt: { $gt: new Date(0), $lte: now } };
    const update = { $set: { dueAt: until }, $inc: { attempts: 1 } };
    const options = { sort: { orgId: 1, dueAt: 1 }, returnDocument: 'after' } as const;
    const claimRowOf = (turn: object) => mails.findOneAndUpdate({ ...due, ...turn }, update, options).lean();
    const claimed = (served !== undefined && (await claimRowOf({ orgId: { $gt: served } }))) || (await claimRowOf({}));
    served = claimed ? (claimed.orgId ?? '') : undefined;
    return claimed;
  }

  return {
    async add({ id, to, subject, text, expiresAt, orgId = '' }, now, session) {
      const content: Content = { to, subject, text };
      const sealed = contents.seal(id, Buffer.from(JSON.stringify(content)));
      await insertOne(mails, { _id: id, sealed, dueAt: now, attempts: 0, expiresAt, orgId }, session);
    },
    async claim(now, until) {
      for (;;) {
        const claimed = await claimRow(now, until);
        if (!claimed) return undefined;
        const mail = openRow(logger, 'mails', claimed._id, () => open(claimed, until));
        if (mail) return mail;
        await mails.updateOne({ _id: claimed._id }, { $set: { dueAt: null } });
      }
    },
    async renew(id, from, until) {
      const { matchedCount } = await mails.updateOne({ _id: id, dueAt: from }, { $set: { dueAt: until } });
      return matchedCount > 0;
    },
    async postpone(id, until) {
      await mails.updateOne({ _id: id }, { $set: { dueAt: until } });
    },
    async remove(id) {
      await mails.deleteOne({ _id: id });
    },
    count: (limit) => mails.countDocuments({ dueAt: { $ne: null } }, { limit }).exec(),
  };
}

type Content = Pick<Mail, 'to' | 'subject' | 'text'>;
