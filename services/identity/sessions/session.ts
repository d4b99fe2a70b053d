import type { AccountView } from '../users/account.ts';

/** interface: Limits, access token lifetime. Seconds. */
export const TOKEN_LIFETIME = 3600;
export const ISSUER = 'selvedge';
export const AUDIENCE = 'selvedge-api';

/** The claims of a new session's access token (decisions 3: Token). */
export function sessionClaims(account: AccountView, sid: string, now: Date) {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: account.id,
    sid,
    role: account.role,
    org_id: account.org_id,
    ...clientOf(account),
    orgs: account.orgs.map((org) => ({ id: org.id, name: org.name, role: org.role, ...clientOf(org) })),
    iat,
    exp: iat + TOKEN_LIFETIME,
  };
}
export type SessionClaims = ReturnType<typeof sessionClaims>;

function clientOf({ client_id }: { client_id: string | null }): { client_id?: string } {
  return client_id === null ? {} : { client_id };
}
