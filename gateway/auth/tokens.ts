import { hash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { Role } from '#proto/identity/v1/contract.ts';
import type { Access } from './access-changes.ts';
import type { Caller, Judge } from './authenticator.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The claims of an access token (decisions 3: Token). */
const Claims = z.object({
  sub: z.string(),
  sid: z.string(),
  /** `role` and `org_id` are null when the user had no org at login. */
  role: Role.nullable(),
  org_id: z.string().nullable(),
  client_id: z.string().nullish(),
  orgs: z.array(z.object({ id: z.string(), role: Role, client_id: z.string().nullish() })),
  exp: z.number(),
});

const ISSUER = 'selvedge';
const AUDIENCE = 'selvedge-api';
/** Milliseconds that a verified token is accepted without another verification. */
const TRUST = 60_000;
/** Maximum number of remembered tokens. */
const MAX_TOKENS = 10_000;

export interface Tokens extends Judge {
  /** Forgets every verified token. */
  forget(): void;
}

interface Options {
  keys: Pick<SigningKeys, 'find'>;
  access: Pick<Access, 'isEnded'>;
  clock?: () => number;
}

interface Remembered {
  caller: Caller;
  sessionId: string;
  /** Epoch milliseconds after which the token is verified again. */
  until: number;
}

/**
 * Verifies access tokens with identity's public keys. Remembers verified tokens by the SHA-256 of the whole token,
 * because a verification costs about as much as a hundred lookups. Every call checks whether the session has ended.
 */
export function createTokens({ keys, access, clock = Date.now }: Options): Tokens {
  const remembered = new LRUCache<string, Remembered>({ max: MAX_TOKENS });

  async function verify(token: string): Promise<Caller> {
    const digest = digestOf(token);
    const claims = await verifiedClaims(token, keys, clock());
    if (access.isEnded(claims.sid)) throw notAuthenticated();
    const [caller, end] = [callerOf(claims), claims.exp * 1000];
    remembered.set(digest, { caller, sessionId: claims.sid, until: Math.min(end, clock() + TRUST) });
    return caller;
  }

  return {
    recall(token) {
      const known = remembered.get(digestOf(token));
      if (!known || access.isEnded(known.sessionId)) return undefined;
      return clock() < known.until ? known.caller : undefined;
    },
    authenticate: verify,
    forget: () => remembered.clear(),
  };
}

const digestOf = (token: string) => hash('sha256', token, 'base64');
const notAuthenticated = (cause?: unknown) => new AppError('not_authenticated', 'Not authenticated', { cause });

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

function callerOf({ sub, sid, org_id, role, client_id, orgs }: z.output<typeof Claims>): Caller {
  const principal = (orgId: string, as: Role, clientId: string | null | undefined): Principal => ({
    kind: 'user',
    id: sub,
    orgId,
    role: as,
    ...(clientId && { clientId }),
    sessionId: sid,
  });
  return {
    kind: 'user',
    id: sub,
    principal: org_id === null || role === null ? undefined : principal(org_id, role, client_id),
    principals: new Map(orgs.map((org) => [org.id, principal(org.id, org.role, org.client_id)])),
    sessionId: sid,
  };
}
