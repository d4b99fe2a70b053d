import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf, replaceOne } from '#chassis/mongo/model.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { openRow } from '#chassis/secrets/seal.ts';
import {
  LINK_LIFETIME_MS,
  LINKS_KEPT,
  type ResetLink,
  type ResetRequest,
  requestReset,
} from './domain/password-reset.ts';

interface StoredRequest extends Omit<ResetRequest, 'email'> {
  /** A keyed hash of the email, because emails of requests must not be stored as plain text. */
  _id: string;
  /** The encrypted email; null after the mail was written. */
  sealed: Buffer | null;
  reason: 'forgotten';
}

const requestSchema = new Schema<StoredRequest>(
  {
    _id: String,
    sealed: Buffer,
    // Replicas of an earlier version read it. They know other reasons too.
    reason: String,
    requestedAt: Date,
    mailedAt: Date,
    dueAt: Date,
  },
  { collection: 'reset_requests', versionKey: false },
);
// The indexes do not begin with orgId, because a caller who is not logged in belongs to no org.
// A request that was not handled within an hour is useless.
requestSchema.index({ dueAt: 1 });
requestSchema.index({ requestedAt: 1 }, { expireAfterSeconds: (2 * LINK_LIFETIME_MS) / 1000 });

type StoredLink = ResetLink & { _id: string };

const linkSchema = new Schema<StoredLink>(
  {
    _id: String,
    userId: String,
    mailedTo: String,
    tokenHash: String,
    expiresAt: Date,
  },
  { collection: 'reset_links', versionKey: false },
);
linkSchema.index({ tokenHash: 1 }, { unique: true });
linkSchema.index({ userId: 1 });
linkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export interface PasswordResetRepository {
  /**
   * Stores a request for a mail with a link. `email`: in canonical form. The mail is written later, in the background,
   * so that the call does the same work whether or not a user exists.
   */
  ask(email: string, now: Date, session: ClientSession): Promise<void>;
  find(email: string, session: ClientSession): Promise<ResetRequest | undefined>;
  save(request: ResetRequest, session: ClientSession): Promise<void>;
  /**
   * Emails whose mails must be written, those that are due for the longest time first. An email that cannot be
   * decrypted is set aside.
   */
  findDue(now: Date, limit: number): Promise<string[]>;
  /** Stores a link. The user keeps the newest LINKS_KEPT links; older ones are removed. */
  saveLink(link: ResetLink, session: ClientSession): Promise<void>;
  /** The link; undefined if it is unknown, used or expired. */
  findLink(tokenHash: string, now: Date): Promise<ResetLink | undefined>;
  /**
   * Removes the link and all other links of the user. Returns false if the link is no longer valid. If two callers use
   * it at the same time, one of them gets false.
   */
  useLink(link: Pick<ResetLink, 'userId' | 'tokenHash'>, now: Date, session: ClientSession): Promise<boolean>;
  /** Removes all links of the user, because the password or the access has changed in another way. */
  endLinks(userId: string, session: ClientSession): Promise<void>;
}

export function passwordResetRepository({
  connection,
  sealed: fields,
  fingerprint,
  logger,
}: Store): PasswordResetRepository {
  const requests = modelOf(connection, 'ResetRequest', requestSchema);
  const links = modelOf(connection, 'ResetLink', linkSchema);
  const idOf = (email: string) => fingerprint(JSON.stringify(['reset', email]));
  const emails = fields.declare({ collection: 'reset_requests', field: 'sealed', aad: (id) => `reset-request:${id}` });

  async function find(email: string, session: ClientSession): Promise<ResetRequest | undefined> {
    const found = await requests.findById(idOf(email), { _id: 0, sealed: 0, reason: 0 }, { session }).lean();
    return found ? { ...found, email } : undefined;
  }

  async function save({ email, ...rest }: ResetRequest, session: ClientSession): Promise<void> {
    const id = idOf(email);
    const sealed = rest.dueAt === null ? null : emails.seal(id, Buffer.from(email));
    const stored: StoredRequest = { _id: id, ...rest, sealed, reason: 'forgotten' };
    await replaceOne(requests, stored, {}, { session, upsert: true });
  }

  const openRequest = (id: string, sealed: Buffer) =>
    openRow(logger, 'reset_requests', id, () => emails.open(id, sealed).toString());

  async function endLinks(userId: string, session: ClientSession): Promise<void> {
    await links.deleteMany({ userId }, { session });
  }

  return {
    find,
    save,
    async ask(email, now, session) {
      const request = requestReset(await find(email, session), email, now);
      if (request) await save(request, session);
    },
    async findDue(now, limit) {
      const due = { dueAt: { $gt: new Date(0), $lte: now } };
      const found = await requests.find(due, { sealed: 1 }).sort({ dueAt: 1 }).limit(limit).lean();
      const opened = found.map(({ _id, sealed }) => ({ _id, email: sealed && openRequest(_id, sealed) }));
      const unreadable = opened.flatMap(({ _id, email }) => (email ? [] : [_id]));
      if (unreadable.length > 0) await requests.updateMany({ _id: { $in: unreadable } }, { $set: { dueAt: null } });
      return opened.flatMap(({ email }) => email ?? []);
    },
    async saveLink(link, session) {
      const { userId } = link;
      const earlier = await links.find({ userId }, { _id: 1 }, { session }).sort({ expiresAt: -1 }).lean();
      const ended = earlier.slice(LINKS_KEPT - 1).map(({ _id }) => _id);
      if (ended.length > 0) await links.deleteMany({ _id: { $in: ended } }, { session });
      await insertOne(links, { _id: newId(), ...link }, session);
    },
    async findLink(tokenHash, now) {
      const found = await links.findOne({ tokenHash, expiresAt: { $gt: now } }).lean();
      if (!found) return undefined;
      const { _id, ...link } = found;
      return link;
    },
    async useLink({ userId, tokenHash }, now, session) {
      const { deletedCount } = await links.deleteOne({ tokenHash, expiresAt: { $gt: now } }, { session });
      if (deletedCount === 1) await endLinks(userId, session);
      return deletedCount === 1;
    },
    endLinks,
  };
}
