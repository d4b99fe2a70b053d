export type Role = 'client' | 'staff' | 'admin';

/** A person. The email is unique in the whole system, and in canonical form (`canonicalEmail`). */
export interface User {
  id: string;
  email: string;
  passwordHash: string;
  /** What an admin stored; `user_metadata` in public. */
  metadata: Record<string, unknown>;
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
  revision: number;
  createdAt: Date;
  updatedAt: Date;
}

export interface NewUser {
  email: string;
  passwordHash: string;
  orgId: string;
  role: Role;
  clientId: string | null;
}

/** What a created user is, and the event that says so. */
export function createUser(input: NewUser, now: Date, newId: () => string) {
  const { passwordHash, ...place } = input;
  const email = canonicalEmail(input.email);
  const times = { createdAt: now, updatedAt: now };
  const user: User = { id: newId(), email, passwordHash, metadata: {}, ...times };
  const membership: Membership = {
    ...place,
    ...times,
    id: newId(),
    userId: user.id,
    email,
    isActive: true,
    revision: 1,
  };
  return { user, membership, events: [userEvent('user.created', membership)] };
}

/** One spelling per mailbox: emails are compared without case, as nearly every mail server does. */
export function canonicalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** A user as one org sees it. Names no other org: an org's webhooks must not tell where else its users work. */
export function publicUser(membership: Membership) {
  return {
    id: membership.userId,
    org_id: membership.orgId,
    email: membership.email,
    role: membership.role,
    client_id: membership.clientId,
    is_active: membership.isActive,
    created_at: membership.createdAt.toISOString(),
    updated_at: membership.updatedAt.toISOString(),
  };
}

function userEvent(type: `user.${string}`, membership: Membership) {
  return { type, recordId: membership.userId, sequence: membership.revision, data: publicUser(membership) };
}
