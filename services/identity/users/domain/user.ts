import { AppError } from '#chassis/domain/errors.ts';
import { advance, type RecordEvent, recordEvent } from '#chassis/domain/record.ts';

export type Role = 'client' | 'staff' | 'admin';

/** A person. The email is unique in the whole system, and in canonical form (`canonicalEmail`). */
export interface User {
  id: string;
  email: string;
  /** null until the first password is set. */
  passwordHash: string | null;
  /**
   * The admin who set the password or email, and so may be able to log in as this user. null after the owner of the
   * mailbox has set a password by a mailed link. A user who changes its own password does not change this field. A user
   * who changes its own email sets it to its own id, because the new mailbox is not proven.
   */
  passwordSetBy: string | null;
  /**
   * Orgs that the user has left, with the sequence of its last event there. If the user returns, sequences continue
   * from it.
   */
  formerMemberships: { orgId: string; revision: number }[];
  createdAt: Date;
  updatedAt: Date;
}

/** A user's membership in an org, or an invitation to it: an entry of `/api/v1/users` (decisions 3: Memberships). */
export interface Membership {
  id: string;
  orgId: string;
  /**
   * The user's id. For an invitation, the id of the entry itself, because the entry must not show whether a user
   * exists.
   */
  userId: string;
  /** The user's email, copied so that an org's list is searched and sorted without a join. */
  email: string;
  /** The name of the user in this org. */
  name: string | null;
  role: Role;
  /** The client record of a user of role client. */
  clientId: string | null;
  isActive: boolean;
  /** True for an invitation that the owner of the mailbox has not accepted. It gives no rights. */
  emailUnverified: boolean;
  /** True if the owner of the mailbox has agreed: by a mailed link, or by creating the org. */
  accepted: boolean;
  /** Data that an admin has stored: `user_metadata` in the public form. */
  metadata: Record<string, unknown>;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** The fields of a membership that an admin sends. */
export interface MembershipFields {
  role: Role;
  clientId: string | null;
  name?: string | null;
  isActive?: boolean;
  metadata?: Record<string, unknown>;
}

export interface NewUser extends MembershipFields {
  email: string;
  passwordHash: string;
  /** The admin who chose the password; null: the owner of the mailbox. */
  passwordSetBy?: string | null;
  orgId: string;
}

export interface Invited extends MembershipFields {
  email: string;
  orgId: string;
}

/** New values of fields. */
export interface UserChanges extends Partial<MembershipFields> {
  email?: string;
  passwordHash?: string;
}

export type UserEvent = RecordEvent<`user.${'created' | 'updated' | 'deleted'}`, UserView> & {
  /** The org of the membership. The caller may act in another org. */
  orgId: string;
};

/** A user and its membership in the org after a write, with the event of the write. */
export interface UserDecision {
  user: User;
  membership: Membership;
  event: UserEvent;
}

/** An invitation after a write, with the event of the write. */
export interface InvitationDecision {
  user: undefined;
  membership: Membership;
  event: UserEvent;
}

type NewId = () => string;

/** Creates a user with its first membership. Errors: validation_failed. */
export function createUser(input: NewUser, now: Date, newId: NewId): UserDecision {
  const { email, passwordHash, passwordSetBy = null, orgId, ...fields } = input;
  const user: User = {
    id: newId(),
    email: canonicalEmail(email),
    passwordHash,
    passwordSetBy,
    formerMemberships: [],
    createdAt: now,
    updatedAt: now,
  };
  return becomeMember(user, { ...fields, orgId }, passwordSetBy === null, now, newId);
}

/** Creates an invitation. The result is the same whether or not a user has the email. Errors: validation_failed. */
export function invite({ email, ...fields }: Invited, now: Date, newId: NewId): InvitationDecision {
  const id = newId();
  const owner = { id, userId: id, email: canonicalEmail(email), emailUnverified: true, accepted: false };
  const membership = newMembership(owner, fields, 1, now);
  return { user: undefined, membership, event: userEvent('user.created', membership) };
}

/**
 * Creates a membership that the user itself wants: in an org that it creates, or that has invited it. Errors:
 * validation_failed.
 */
export function joinOrg(
  user: User,
  fields: MembershipFields & { orgId: string },
  now: Date,
  newId: NewId,
): UserDecision {
  return becomeMember(user, fields, true, now, newId);
}

function becomeMember(
  user: User,
  fields: MembershipFields & { orgId: string },
  accepted: boolean,
  now: Date,
  newId: NewId,
): UserDecision {
  const former = user.formerMemberships.find(({ orgId }) => orgId === fields.orgId);
  const owner = { id: newId(), userId: user.id, email: user.email, emailUnverified: false, accepted };
  const membership = newMembership(owner, fields, (former?.revision ?? 0) + 1, now);
  const formerMemberships = user.formerMemberships.filter((one) => one !== former);
  return { user: { ...user, formerMemberships }, membership, event: userEvent('user.created', membership) };
}

function newMembership(
  owner: Pick<Membership, 'id' | 'userId' | 'email' | 'emailUnverified' | 'accepted'>,
  { orgId, role, clientId, name = null, isActive = true, metadata = {} }: MembershipFields & { orgId: string },
  revision: number,
  now: Date,
): Membership {
  checkClient(role, clientId);
  const fields = { orgId, name, role, clientId, isActive, metadata };
  return { ...owner, ...fields, revision, createdAt: now, updatedAt: now };
}

export interface Change {
  changes: UserChanges;
  /** The id of the admin who makes the change. */
  by: string;
  /** True if the user has no membership in another org, not even an inactive one. */
  isSoleOrg: boolean;
  now: Date;
}

/**
 * Changes a user, by an admin of the org. Errors: validation_failed; insufficient_permissions for a new email or
 * password of a user who has another org too (decisions 3: Users).
 */
export function updateUser(
  before: { user: User; membership: Membership },
  { changes, by, isSoleOrg, now }: Change,
): UserDecision {
  const email = changes.email === undefined ? before.user.email : canonicalEmail(changes.email);
  const isNewEmail = email !== before.user.email;
  const isTakenOver = isNewEmail || changes.passwordHash !== undefined;
  if (isTakenOver && !isSoleOrg) throw belongsToOthers();
  const passwordHash = changes.passwordHash ?? before.user.passwordHash;
  const passwordSetBy = by === before.user.id && !isNewEmail ? before.user.passwordSetBy : by;
  const user = isTakenOver ? { ...before.user, email, passwordHash, passwordSetBy, updatedAt: now } : before.user;
  const membership: Membership = {
    ...advance(before.membership, now),
    ...fieldsAfter(before.membership, changes),
    email,
    accepted: before.membership.accepted && !isNewEmail,
  };
  return { user, membership, event: userEvent('user.updated', membership, before.membership) };
}

/**
 * Changes an invitation. Errors: validation_failed; insufficient_permissions for an email or password, which only its
 * owner may set.
 */
export function updateInvitation(before: Membership, changes: UserChanges, now: Date): InvitationDecision {
  const isNewEmail = changes.email !== undefined && canonicalEmail(changes.email) !== before.email;
  if (isNewEmail || changes.passwordHash !== undefined) throw belongsToOwner();
  const membership = { ...advance(before, now), ...fieldsAfter(before, changes) };
  return { user: undefined, membership, event: userEvent('user.updated', membership, before) };
}

/**
 * The fields after a change. A membership that is no longer of role client loses its client. A client for another role
 * is refused.
 */
function fieldsAfter(before: Membership, changes: Partial<MembershipFields>) {
  const { role = before.role, name = before.name } = changes;
  const { isActive = before.isActive, metadata = before.metadata } = changes;
  const named = changes.clientId === undefined ? before.clientId : changes.clientId;
  const clientId = role !== 'client' && named === before.clientId ? null : named;
  checkClient(role, clientId);
  return { name, role, clientId, isActive, metadata };
}

/** Removes the user's membership in the org. The user may return later. */
export function removeUser({ user, membership }: { user: User; membership: Membership }, now: Date): UserDecision {
  const gone = advance(membership, now);
  const formerMemberships = [...user.formerMemberships, { orgId: gone.orgId, revision: gone.revision }];
  return { user: { ...user, formerMemberships }, membership: gone, event: userEvent('user.deleted', gone) };
}

/** Ends an invitation that was accepted or withdrawn. */
export function endInvitation(before: Membership, now: Date): InvitationDecision {
  const membership = advance(before, now);
  return { user: undefined, membership, event: userEvent('user.deleted', membership) };
}

/**
 * Whether the user has no password, or somebody else may be able to log in as the user. Then only a mailed link proves
 * the owner.
 */
export function isUnproven({ passwordHash, passwordSetBy }: User): boolean {
  return passwordHash === null || passwordSetBy !== null;
}

/** The user after the owner of the mailbox has set a password by a mailed link. Nobody else can know it (ADR 8). */
export function ownPassword(user: User, passwordHash: string, now: Date): User {
  return { ...user, passwordHash, passwordSetBy: null, updatedAt: now };
}

/** Replaces a membership that the owner of the mailbox never accepted by an invitation. */
export function backToInvitation(before: { user: User; membership: Membership }, now: Date, newId: NewId) {
  const gone = removeUser(before, now);
  const { orgId, email, name, role, clientId, isActive, metadata } = before.membership;
  return { gone, invitation: invite({ orgId, email, name, role, clientId, isActive, metadata }, now, newId) };
}

/**
 * Whether a change sets a new password or email. Then all sessions end, because another person may now log in as the
 * user.
 */
export function isTakenOver(before: User, after: User): boolean {
  return after.passwordHash !== before.passwordHash || after.email !== before.email;
}

/** Whether the rights of the membership change, so that existing tokens are outdated. */
export function rightsDiffer(was: Membership, is: Membership): boolean {
  return was.role !== is.role || was.clientId !== is.clientId || was.isActive !== is.isActive;
}

/**
 * Whether reset links become void by a change of an admin of the user's only org: the email or password has changed, or
 * the membership was made inactive.
 */
export function endsResetLinks(
  before: { user: User; membership: Membership },
  { user, membership }: UserDecision,
): boolean {
  return isTakenOver(before.user, user) || (before.membership.isActive && !membership.isActive);
}

/** Whether the membership allows to administer the org now. */
export function isWorkingAdmin({ role, isActive, emailUnverified }: Membership): boolean {
  return role === 'admin' && isActive && !emailUnverified;
}

/** The canonical spelling of an email. Emails are compared without case, as nearly all mail servers do. */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export type UserView = ReturnType<typeof publicUser>;

/**
 * The public form of a user in one org. It names no other org, because webhooks of an org must not show where else its
 * users work.
 */
export function publicUser(membership: Membership) {
  return {
    id: membership.userId,
    org_id: membership.orgId,
    email: membership.email,
    name: membership.name,
    role: membership.role,
    client_id: membership.clientId,
    is_active: membership.isActive,
    is_pending: membership.emailUnverified,
    user_metadata: membership.metadata,
    created_at: membership.createdAt.toISOString(),
    updated_at: membership.updatedAt.toISOString(),
  };
}

/** A user as the other members of the org see it. */
export const memberView = ({ userId: id, name, role, isActive }: Membership) => ({
  id,
  name,
  role,
  is_active: isActive,
});

function checkClient(role: Role, clientId: string | null): void {
  if ((role === 'client') === (clientId !== null)) return;
  const error = role === 'client' ? 'the role client needs a client_id' : `the role ${role} is bound to no client`;
  const issue = { type: 'value_error', loc: ['body', 'client_id'], msg: `Value error, ${error}`, input: clientId };
  throw new AppError('validation_failed', error, { issues: [{ ...issue, ctx: { error } }] });
}

function belongsToOthers(): AppError {
  const message = 'Insufficient permissions: the user has another org too, and sets its email and password itself';
  return new AppError('insufficient_permissions', message);
}

function belongsToOwner(): AppError {
  const message = 'Insufficient permissions: an invited user sets its email and password itself';
  return new AppError('insufficient_permissions', message);
}

function userEvent(type: UserEvent['type'], state: Membership, before?: Membership): UserEvent {
  const { userId: id, orgId, revision } = state;
  return { ...recordEvent(type, { id, revision }, publicUser(state), before && publicUser(before)), orgId };
}
