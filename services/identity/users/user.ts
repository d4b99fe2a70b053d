import { AppError } from '#chassis/errors.ts';
import { advance, type RecordEvent, recordEvent } from '#chassis/record.ts';

export type Role = 'client' | 'staff' | 'admin';

/** A person. The email is unique in the whole system, and in canonical form (`canonicalEmail`). */
export interface User {
  id: string;
  email: string;
  /** Null until the first password is set. */
  passwordHash: string | null;
  /**
   * The admin who set the password or the email, and so may be able to log in as this user; null once the owner of the
   * mailbox has set a password by a link that was mailed there.
   */
  vouchedBy: string | null;
  /** Orgs that the user has left, and the sequence of its last event in each: should it return, they go on from there. */
  formerPlaces: { orgId: string; revision: number }[];
  createdAt: Date;
  updatedAt: Date;
}

/** A user's place in one org: what `/api/v1/users` of that org shows (decisions 3: Memberships). */
export interface Membership {
  id: string;
  orgId: string;
  userId: string;
  /** The user's, copied so that an org's list is searched and sorted without a join. */
  email: string;
  role: Role;
  /** The client record that a client user is bound to. */
  clientId: string | null;
  isActive: boolean;
  /**
   * Nobody acts from this place before the owner of the mailbox has set a password by a mailed link: an admin elsewhere
   * may know the present one.
   */
  awaitingOwner: boolean;
  /** What an admin stored; `user_metadata` in public. */
  metadata: Record<string, unknown>;
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

/** What an admin may say of a place. */
export interface Place {
  role: Role;
  clientId: string | null;
  isActive?: boolean;
  metadata?: Record<string, unknown>;
}

export interface NewUser extends Place {
  email: string;
  passwordHash: string | null;
  /** The admin who chose the password. */
  vouchedBy?: string | null;
  orgId: string;
}

/** New values. */
export interface UserChanges extends Partial<Place> {
  email?: string;
  passwordHash?: string;
}

export type UserEvent = RecordEvent<`user.${'created' | 'updated' | 'deleted'}`, UserView> & {
  /** The place's, which need not be the caller's. */
  orgId: string;
};

/** A user and its place in the org that the write is about, and what has happened when they are reached. */
export interface Decision {
  user: User;
  membership: Membership;
  event: UserEvent;
}

type NewId = () => string;

/** A new user with its first place. Errors: validation_failed. */
export function createUser(input: NewUser, now: Date, newId: NewId): Decision {
  const { email, passwordHash, vouchedBy = null, orgId, ...place } = input;
  const user: User = {
    id: newId(),
    email: canonicalEmail(email),
    passwordHash,
    vouchedBy,
    formerPlaces: [],
    createdAt: now,
    updatedAt: now,
  };
  return takePlace(user, orgId, place, passwordHash === null, now, newId);
}

/**
 * A place for a user whom other orgs know already. `trusted`: who may know the password is an admin of this org too.
 * Errors: validation_failed.
 */
export function inviteUser(
  user: User,
  { orgId, trusted, ...place }: Place & { orgId: string; trusted: boolean },
  now: Date,
  newId: NewId,
): Decision {
  const awaitingOwner = user.passwordHash === null || (user.vouchedBy !== null && !trusted);
  return takePlace(user, orgId, place, awaitingOwner, now, newId);
}

function takePlace(
  user: User,
  orgId: string,
  { role, clientId, isActive = true, metadata = {} }: Place,
  awaitingOwner: boolean,
  now: Date,
  newId: NewId,
): Decision {
  checkClient(role, clientId);
  const former = user.formerPlaces.find((place) => place.orgId === orgId);
  const membership: Membership = {
    ...{ id: newId(), orgId, userId: user.id, email: user.email, role, clientId, isActive, awaitingOwner, metadata },
    revision: (former?.revision ?? 0) + 1,
    createdAt: now,
    updatedAt: now,
  };
  const formerPlaces = user.formerPlaces.filter((place) => place !== former);
  return { user: { ...user, formerPlaces }, membership, event: userEvent('user.created', membership) };
}

export interface Change {
  changes: UserChanges;
  /** The admin who makes it. */
  by: string;
  /** The user has no place in another org, not even an inactive one. */
  isSoleOrg: boolean;
  now: Date;
}

/**
 * The user as an admin of the org changes it. Errors: validation_failed; insufficient_permissions for the email and the
 * password of a user who has another org too (decisions 3: Users).
 */
export function updateUser(
  before: { user: User; membership: Membership },
  { changes, by, isSoleOrg, now }: Change,
): Decision {
  const email = changes.email === undefined ? before.user.email : canonicalEmail(changes.email);
  const isNewEmail = email !== before.user.email;
  const isTakenOver = isNewEmail || changes.passwordHash !== undefined;
  if (isTakenOver && !isSoleOrg) throw belongsToOthers();
  const passwordHash = changes.passwordHash ?? before.user.passwordHash;
  const user = isTakenOver ? { ...before.user, email, passwordHash, vouchedBy: by, updatedAt: now } : before.user;
  const membership: Membership = {
    ...advance(before.membership, now),
    ...placeAfter(before.membership, changes),
    email,
    awaitingOwner: before.membership.awaitingOwner && changes.passwordHash === undefined,
  };
  return { user, membership, event: userEvent('user.updated', membership, before.membership) };
}

/** Another role gives up the client that the place was bound to, and refuses a new one. */
function placeAfter(before: Membership, changes: Partial<Place>) {
  const { role = before.role, isActive = before.isActive, metadata = before.metadata } = changes;
  const named = changes.clientId === undefined ? before.clientId : changes.clientId;
  const clientId = role !== 'client' && named === before.clientId ? null : named;
  checkClient(role, clientId);
  return { role, clientId, isActive, metadata };
}

/** The user without its place in the org, which may come to it again. */
export function removeUser({ user, membership }: { user: User; membership: Membership }, now: Date): Decision {
  const gone = advance(membership, now);
  const formerPlaces = [...user.formerPlaces, { orgId: gone.orgId, revision: gone.revision }];
  return { user: { ...user, formerPlaces }, membership: gone, event: userEvent('user.deleted', gone) };
}

/** The owner of the mailbox has set a password: nobody else can know it, and every place is open (design 6). */
export function proveOwner(user: User, places: Membership[], passwordHash: string, now: Date) {
  const opened = places
    .filter(({ awaitingOwner }) => awaitingOwner)
    .map((before) => {
      const membership = { ...advance(before, now), awaitingOwner: false };
      return { membership, event: userEvent('user.updated', membership, before) };
    });
  return { user: { ...user, passwordHash, vouchedBy: null, updatedAt: now }, opened };
}

/** Whether tokens and sessions that the user has say, after the change, what is not so any more. */
export function endsSessions(before: { user: User; membership: Membership }, after: Decision): boolean {
  const [was, is] = [before.membership, after.membership];
  const changed = was.role !== is.role || was.clientId !== is.clientId || (was.isActive && !is.isActive);
  return changed || after.user.passwordHash !== before.user.passwordHash || was.email !== is.email;
}

/**
 * What becomes of links that were mailed to the user, when an admin of its only org changes it: `ended` when they were for
 * another mailbox, or are not to undo what the admin has done; `due` when the owner of the mailbox has to be sent one.
 */
export function linksAfter(
  before: { user: User; membership: Membership },
  { user, membership }: Decision,
): { ended: boolean; due: boolean } {
  const was = before.membership;
  const isNewPassword = user.passwordHash !== before.user.passwordHash;
  const ended = isNewPassword || was.email !== membership.email || (was.isActive && !membership.isActive);
  const isPending = membership.awaitingOwner && membership.isActive;
  return { ended, due: isPending && (ended || !was.isActive) };
}

/** Whether someone can administer the org from this place now. */
export function isWorkingAdmin({ role, isActive, awaitingOwner }: Membership): boolean {
  return role === 'admin' && isActive && !awaitingOwner;
}

/** One spelling per mailbox: emails are compared without case, as nearly every mail server does. */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

export type UserView = ReturnType<typeof publicUser>;

/** A user as one org sees it. Names no other org: an org's webhooks must not tell where else its users work. */
export function publicUser(membership: Membership) {
  return {
    id: membership.userId,
    org_id: membership.orgId,
    email: membership.email,
    role: membership.role,
    client_id: membership.clientId,
    is_active: membership.isActive,
    is_pending: membership.awaitingOwner,
    user_metadata: membership.metadata,
    created_at: membership.createdAt.toISOString(),
    updated_at: membership.updatedAt.toISOString(),
  };
}

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

function userEvent(type: UserEvent['type'], state: Membership, before?: Membership): UserEvent {
  const { userId: id, orgId, revision } = state;
  return { ...recordEvent(type, { id, revision }, publicUser(state), before && publicUser(before)), orgId };
}
