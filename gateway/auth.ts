import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Principal } from '#chassis/context.ts';
import { AppError } from '#chassis/errors.ts';
import { Role } from '#proto/identity/v1/contract.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What an access token says (decisions 3: Token). */
const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  role: Role,
  org_id: z.string(),
  client_id: z.string().nullish(),
  orgs: z.array(z.object({ id: z.string(), role: Role, client_id: z.string().nullish() })),
  exp: z.number(),
});

/** A caller whose credential is good, and who it is in each of its orgs. */
export interface Caller {
  id: string;
  principal: Principal;
  elsewhere: Map<string, Principal>;
}

export interface Authenticator {
  /** Throws not_authenticated; upstream_unavailable when the keys cannot be had. */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>;
  /** Forgets every token that was found good. */
  forget(): void;
}

const ISSUER = 'selvedge';
const AUDIENCE = 'selvedge-api';
/** Milliseconds that a token found good is not verified again, and how many such tokens are remembered. */
const TRUST = 60_000;
const MAX_TOKENS = 10_000;
const BEARER = /^Bearer +([^\s,]+)$/i;

interface Remembered {
  caller: Caller;
  /** Epoch milliseconds. */
  until: number;
}

/**
 * Verifies bearer tokens with identity's public keys and remembers successes by the SHA-256 of the whole token: a
 * verification costs some hundred times a look-up.
 */
export function createAuthenticator(keys: Pick<SigningKeys, 'find'>, clock: () => number = Date.now): Authenticator {
  const remembered = new Map<string, Remembered>();

  async function verify(token: string, digest: string): Promise<Caller> {
    const claims = await verifiedClaims(token, keys, clock());
    const caller = callerOf(claims);
    if (remembered.size >= MAX_TOKENS) remembered.delete(remembered.keys().next().value as string);
    remembered.set(digest, { caller, until: Math.min(claims.exp * 1000, clock() + TRUST) });
    return caller;
  }

  return {
    authenticate(headers) {
      const token = bearerToken(headers);
      const digest = hash('sha256', token, 'base64');
      const known = remembered.get(digest);
      if (known && known.until > clock()) return known.caller;
      remembered.delete(digest);
      return verify(token, digest);
    },
    forget: () => remembered.clear(),
  };
}

/** The principal that a caller is in the org it asks for. Throws insufficient_permissions for an org that is not its own. */
export function principalIn(caller: Caller, orgId: string | undefined): Principal {
  if (!orgId || orgId === caller.principal.orgId) return caller.principal;
  const principal = caller.elsewhere.get(orgId);
  if (!principal) throw new AppError('insufficient_permissions', 'Insufficient permissions');
  return principal;
}

const notAuthenticated = (cause?: unknown) => new AppError('not_authenticated', 'Not authenticated', { cause });

/** An API key is no credential of this version, and two credentials are none (decisions 1: 401). */
function bearerToken(headers: IncomingHttpHeaders): string {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (!token || headers['x-api-key'] !== undefined) throw notAuthenticated();
  return token;
}

async function verifiedClaims(token: string, keys: Pick<SigningKeys, 'find'>, now: number) {
  const keyOf = async ({ kid }: { kid?: string }) => {
    const key = kid === undefined ? undefined : await keys.find(kid);
    if (!key) throw notAuthenticated();
    return key;
  };
  const options = { issuer: ISSUER, audience: AUDIENCE, algorithms: ['EdDSA'], currentDate: new Date(now) };
  try {
    return Claims.parse((await jwtVerify(token, keyOf, options)).payload);
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof z.ZodError) throw notAuthenticated(error);
    throw error;
  }
}

function callerOf({ sub, org_id, role, client_id, orgs }: z.output<typeof Claims>): Caller {
  const principal = (orgId: string, as: Role, clientId: string | null | undefined): Principal => ({
    kind: 'user',
    id: sub,
    orgId,
    role: as,
    ...(clientId && { clientId }),
  });
  return {
    id: sub,
    principal: principal(org_id, role, client_id),
    elsewhere: new Map(orgs.map((org) => [org.id, principal(org.id, org.role, org.client_id)])),
  };
}
