import type { IncomingHttpHeaders } from 'node:http';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Access } from './access-changes.ts';
import { type Caller, withoutOrg } from './caller.ts';
import type { PrincipalIn } from './principal-in.ts';

/** Who wants to know whose a credential is. */
export interface Asker {
  address: string;
  /** It waits no longer. */
  gone: AbortSignal;
}

/** What tells whose the credentials of one kind are. */
export interface Judge {
  /** Whose it was found to be, where nothing need be asked or computed. */
  recall(value: string): Caller | undefined;
  /** Finds out. Throws not_authenticated; upstream_unavailable when nobody can be asked. */
  authenticate(value: string, asker: Asker): Promise<Caller>;
}

export interface Authenticator {
  /**
   * Whose credential is known to be good; undefined: that is to be found out.
   * Throws not_authenticated where there is no credential, or two; upstream_unavailable.
   */
  recall(headers: IncomingHttpHeaders): Caller | undefined | Promise<Caller | undefined>;
  /** Finds out, which costs. Throws not_authenticated; upstream_unavailable when the credential cannot be checked. */
  authenticate(headers: IncomingHttpHeaders, asker: Asker): Promise<Caller>;
  /**
   * Who the caller is in the org that it asks for; `withoutOrg` where it asks for none and has none. Throws
   * insufficient_permissions for an org that is not its own; upstream_unavailable.
   */
  principalIn(caller: Caller, orgId: string | undefined): Principal | Promise<Principal>;
}

interface Options {
  tokens: Judge;
  apiKeys: Judge;
  access: Pick<Access, 'confirm'>;
  principalIn: PrincipalIn;
}

const BEARER = /^Bearer +([^\s,]+)$/i;

/** Judges credentials by what was taken back up to now: nothing is promised, and nothing waited for, while that is known. */
export function createAuthenticator({ tokens, apiKeys, access, principalIn }: Options): Authenticator {
  const judgeOf = ({ kind }: Credential) => (kind === 'token' ? tokens : apiKeys);

  return {
    recall(headers) {
      const credential = credentialOf(headers);
      const judge = judgeOf(credential);
      const waiting = access.confirm();
      return waiting ? waiting.then(() => judge.recall(credential.value)) : judge.recall(credential.value);
    },
    async authenticate(headers, asker) {
      const credential = credentialOf(headers);
      await access.confirm();
      return judgeOf(credential).authenticate(credential.value, asker);
    },
    principalIn(caller, orgId) {
      const asked = orgId || caller.principal?.orgId;
      if (asked === undefined) return withoutOrg(caller);
      if (caller.kind === 'user') return principalIn(caller, asked);
      if (caller.principal?.orgId === asked) return caller.principal;
      throw new AppError('insufficient_permissions', 'Insufficient permissions');
    },
  };
}

interface Credential {
  kind: 'token' | 'key';
  value: string;
}

/** Two credentials are none (decisions 1: 401). */
function credentialOf({ authorization, 'x-api-key': key }: IncomingHttpHeaders): Credential {
  if (authorization === undefined && typeof key === 'string') return { kind: 'key', value: key };
  const token = key === undefined ? BEARER.exec(authorization ?? '')?.[1] : undefined;
  if (token === undefined) throw new AppError('not_authenticated', 'Not authenticated');
  return { kind: 'token', value: token };
}
