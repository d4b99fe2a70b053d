import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { openRow } from '#chassis/secrets/seal.ts';
import type { Mail } from './domain/mail.ts';

/** A mail that this process has claimed. */
export interface ClaimedMail extends Mail {
  /** This one counted. */
  attempts: number;
  /** Until when nobody else sends it. */
  claimedUntil: Date;
}

export interface MailRepository {
  add(mail: Mail, now: Date, session: ClientSession): Promise<void>;
  /**
   * Claims a mail that is due: until `until`, nobody else sends it. Orgs take turns, and so do those who asked for a mail
   * themselves, so that many mails of one delay no other's; within an org the oldest is first. One that cannot be opened is
   * set aside, and the next one claimed.
   */
  claim(now: Date, until: Date): Promise<ClaimedMail | undefined>;
  /** Claims the mail for longer. False when it was not claimed until `from` any more. */
  renew(id: string, from: Date, until: Date): Promise<boolean>;
  /** Plans the next attempt of a claimed mail. */
  postpone(id: string, until: Date): Promise<void>;
  /** Forgets a mail that is sent or given up. */
  remove(id: string): Promise<void>;
  /** Without those that are set aside; counts no further than `most`. */
  count(most: number): Promise<number>;
}

interface StoredMail {
  _id: string;
  /** To, subject and text: they hold a secret, and tell who has an account. */
  sealed: Buffer;
  /** Null: set aside. */
  dueAt: Date | null;
  attempts: number;
  expiresAt: Date;
  /** Empty, or absent as in earlier versions: its receiver asked for it. */
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
// The mailer gives up what has expired; this is for what was set aside.
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 7 * 86_400 });

export function mailRepository({ connection, sealed: fields, logger }: Store): MailRepository {
  const mails = modelOf(connection, 'Mail', schema);
  const contents = fields.declare({ collection: 'mails', field: 'sealed', aad: (id) => `mail:${id}` });
  /** The org whose mail this process claimed last. */
  let served = '';

  function open({ _id, sealed, expiresAt, attempts }: StoredMail, claimedUntil: Date): ClaimedMail {
    const { to, subject, text } = JSON.parse(contents.open(_id, sealed).toString()) as Content;
    return { id: _id, to, subject, text, expiresAt, attempts, claimedUntil };
  }

  async function claimRow(now: Date, until: Date): Promise<StoredMail | null> {
    const due = { dueAt: { $gt: new Date(0), $lte: now } };
    const update = { $set: { dueAt: until }, $inc: { attempts: 1 } };
    const options = { sort: { orgId: 1, dueAt: 1 }, returnDocument: 'after' } as const;
    const claimed =
      (await mails.findOneAndUpdate({ ...due, orgId: { $gt: served } }, update, options).lean()) ??
      (await mails.findOneAndUpdate(due, update, options).lean());
    served = claimed?.orgId ?? '';
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
