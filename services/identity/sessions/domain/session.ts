/** Seconds (interface: Limits, access token lifetime). */
export const TOKEN_LIFETIME = 3600;
/**
 * Milliseconds that a session's record outlives its token. A write that ends the session must find the record, even if
 * clocks differ.
 */
const LEEWAY = 5 * 60_000;
export const ISSUER = 'selvedge';
export const AUDIENCE = 'selvedge-api';
/**
 * Maximum number of memberships in a token, which must fit into 16 KiB of headers (decisions 1: Sizes). For other
 * memberships, gateways ask identity.
 */
const MAX_MEMBERSHIPS = 80;

/** A session of a logged-in user. Its id is the `sid` of its tokens. It ends when it is removed, or expires. */
export interface Session {
  id: string;
  userId: string;
  /** The org in which the session began; null for a user without an org. */
  orgId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

interface Membership {
  role: string;
  client_id: string | null;
}

/** The user who logs in, with its orgs. `role` and `org_id` are empty if the user acts in no org. */
export interface SessionOwner extends Membership {
  id: string;
  org_id: string;
  orgs: (Membership & { id: string })[];
}

/** The session of a login at `now`. */
export function beginSession(owner: Pick<SessionOwner, 'id' | 'org_id'>, sid: string, now: Date): Session {
  const expiresAt = new Date(now.getTime() + TOKEN_LIFETIME * 1000 + LEEWAY);
  return { id: sid, userId: owner.id, orgId: owner.org_id || null, createdAt: now, expiresAt };
}

/** The claims of the access token of a new session (decisions 3: Token). */
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
