import { type ClientSession, Schema } from 'mongoose';
import { insertOne, modelOf } from '#chassis/mongo/model.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { InvitationLink } from './domain/invitation.ts';

type StoredLink = Omit<InvitationLink, 'tokenHash'> & { _id: string };

const schema = new Schema<StoredLink>(
  {
    _id: String,
    orgId: String,
    email: String,
    mailedAt: Date,
    expiresAt: Date,
  },
  { collection: 'invitation_links', versionKey: false },
);
schema.index({ orgId: 1, email: 1, mailedAt: -1 });
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

type Invitee = Pick<InvitationLink, 'orgId' | 'email'>;

export interface InvitationLinkRepository {
  insert(link: InvitationLink, session: ClientSession): Promise<void>;
  /** The time of the org's last mail to the email; undefined if no link of such a mail is stored any more. */
  lastMailedAt(invitee: Invitee, session: ClientSession): Promise<Date | undefined>;
  /** The link; undefined if it is unknown or expired. */
  find(tokenHash: string, now: Date, session?: ClientSession): Promise<InvitationLink | undefined>;
  /** Removes all links of the invitation, because it was accepted. */
  remove(invitee: Invitee, session: ClientSession): Promise<void>;
}

export function invitationLinkRepository({ connection }: Store): InvitationLinkRepository {
  const links = modelOf(connection, 'InvitationLink', schema);
  return {
    async insert({ tokenHash, ...rest }, session) {
      await insertOne(links, { _id: tokenHash, ...rest }, session);
    },
    async lastMailedAt({ orgId, email }, session) {
      const [last] = await links
        .find({ orgId, email }, { mailedAt: 1 }, { session })
        .sort({ mailedAt: -1 })
        .limit(1)
        .lean();
      return last?.mailedAt;
    },
    async find(tokenHash, now, session) {
      const found = await links
        .findOne({ _id: tokenHash, expiresAt: { $gt: now } }, null, { session: session ?? null })
        .lean();
      if (!found) return undefined;
      const { _id, ...rest } = found;
      return { tokenHash: _id, ...rest };
    },
    async remove({ orgId, email }, session) {
      await links.deleteMany({ orgId, email }, { session });
    },
  };
}
