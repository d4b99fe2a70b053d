import type { IncomingHttpHeaders } from 'node:http';
import type { Principal } from '#chassis/context.ts';
import { AppError } from '#chassis/errors.ts';
import type { Access } from './access.ts';
import type { ApiKeys } from './api-keys.ts';
import type { FindPlace } from './places.ts';
import type { Tokens } from './tokens.ts';

/** A caller whose credential is good, and who it is in each of its orgs. */
export interface Caller {
  kind: 'user' | 'key';
  id: string;
  principal: Principal;
  /** By org. Of a user: those that the token names, and those joined since that were asked for. */
  elsewhere: Map<string, Principal>;
  /** Requests per 60 s, of a key; a user has what all users have. */
  rateLimit?: number;
}

export interface Authenticator {
  /** Throws not_authenticated; upstream_unavailable when the credential cannot be checked. */
  authenticate(headers: IncomingHttpHeaders): Caller | Promise<Caller>;
  /** Who the caller is in the org that it asks for. Throws insufficient_permissions for an org that is not its own. */
  principalIn(caller: Caller, orgId: string | undefined): Principal | Promise<Principal>;
}

interface Options {
  tokens: Pick<Tokens, 'authenticate'>;
  apiKeys: ApiKeys;
  access: Pick<Access, 'confirm'>;
  findPlace: FindPlace;
}

const BEARER = /^Bearer +([^\s,]+)$/i;

/** Judges credentials by what was taken back up to now: nothing is promised, and nothing waited for, while that is known. */
export function createAuthenticator({ tokens, apiKeys, access, findPlace }: Options): Authenticator {
  async function join(caller: Caller, orgId: string): Promise<Principal> {
    const principal = caller.kind === 'user' ? await findPlace(caller, orgId) : undefined;
    if (!principal) throw new AppError('insufficient_permissions', 'Insufficient permissions');
    caller.elsewhere.set(orgId, principal);
    return principal;
  }

  return {
    authenticate(headers) {
      const { kind, value } = credentialOf(headers);
      const judge = kind === 'token' ? tokens : apiKeys;
      const waiting = access.confirm();
      return waiting ? waiting.then(() => judge.authenticate(value)) : judge.authenticate(value);
    },
    principalIn(caller, orgId) {
      if (!orgId || orgId === caller.principal.orgId) return caller.principal;
      return caller.elsewhere.get(orgId) ?? join(caller, orgId);
    },
  };
}

/** Two credentials are none (decisions 1: 401). */
function credentialOf({ authorization, 'x-api-key': key }: IncomingHttpHeaders): {
  kind: 'token' | 'key';
  value: string;
} {
  if (authorization === undefined && typeof key === 'string') return { kind: 'key', value: key };
  const token = key === undefined ? BEARER.exec(authorization ?? '')?.[1] : undefined;
  if (token === undefined) throw new AppError('not_authenticated', 'Not authenticated');
  return { kind: 'token', value: token };
}
