/** interface: Limits, access token lifetime. Seconds. */
export const TOKEN_LIFETIME = 3600;
/**
 * Milliseconds that the record of a session outlives its token: what ends the session must find it, by whatever clock
 * goes fast.
 */
const LEEWAY = 5 * 60_000;
export const ISSUER = 'selvedge';
export const AUDIENCE = 'selvedge-api';
/**
 * Memberships that a token names, which has to fit into the 16 KiB of a request's headers (decisions 1: Sizes). A membership that it
 * does not name is found by asking identity.
 */
const MAX_MEMBERSHIPS = 80;

/** Somebody who is logged in: what its token's `sid` names. Ends when it is removed, or expires. */
export interface Session {
  id: string;
  userId: string;
  /** The org that it was begun in; null for a user who had none yet. */
  orgId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

interface Membership {
  role: string;
  client_id: string | null;
}

/** The user who logs in, and its org; role and org_id are empty without one. */
export interface SessionOwner extends Membership {
  id: string;
  org_id: string;
  orgs: (Membership & { id: string })[];
}

/** The session that a login at `now` begins. */
export function beginSession(owner: Pick<SessionOwner, 'id' | 'org_id'>, sid: string, now: Date): Session {
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME * 1000 + LEEWAY);
  return { id: sid, userId: owner.id, orgId: owner.org_id || null, createdAt: now, expiresAt };
}

/** The claims of a new session's access token (decisions 3: Token). */
export function sessionClaims(owner: SessionOwner, sid: string, now: Date) {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: owner.id,
    sid,
    role: owner.role || null,
    org_id: owner.org_id || null,
    ...clientOf(owner),
    orgs: owner.orgs.slice(0, MAX_MEMBERSHIPS).map((org) => ({ id: org.id, role: org.role, ...clientOf(org) })),
    iat,
    exp: iat + TOKEN_LIFETIME,
  };
}
export type SessionClaims = ReturnType<typeof sessionClaims>;

function clientOf({ client_id }: Membership): { client_id?: string } {
  return client_id === null ? {} : { client_id };
}
