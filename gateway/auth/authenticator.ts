import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { User } from '#proto/identity/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { publicFormOf } from '../payload/record-form.ts';
import type { Access, ChangedMembership, Standing } from './access-changes.ts';

const BEARER = /^Bearer +([^\s,]+)$/i;
/** Form of an org's id. Identity is not asked about any other text. */
const ORG_ID = /^[0-9a-f]{24}$/;
const publicUser = publicFormOf(User);

/** A caller whose credential is valid, with its principal in each of its orgs. */
export interface Caller {
  kind: 'user' | 'key';
  id: string;
  /** The principal in the default org; undefined for a user who had no org at login. */
  principal: Principal | undefined;
  /**
   * By org id. For a user: the orgs in the token, and orgs joined later once a request has named them. Empty for a key.
   */
  principals: Map<string, Principal>;
  /** Session of a user; absent for a key. */
  sessionId?: string;
  /** Requests per 60 s of a key; absent for a user, because all users have the same limit. */
  rateLimit?: number;
}

/** The request whose credential is checked. */
export interface Asker {
  address: string;
  /** Aborts when the caller no longer waits. */
  gone: AbortSignal;
}

/** Finds the callers of one kind of credential. */
export interface Judge {
  /** The caller of a remembered credential, without a call or a signature check; otherwise undefined. */
  recall(value: string): Caller | undefined;
  /**
   * Checks the credential. Throws not_authenticated when it is not valid; upstream_unavailable when identity cannot be
   * asked.
   */
  authenticate(value: string, asker: Asker): Promise<Caller>;
}

export interface Authenticator {
  /**
   * The caller of a remembered credential; undefined when `authenticate` must check it. Throws not_authenticated
   * without a credential or with two; upstream_unavailable when identity cannot confirm who has lost access.
   */
  recall(headers: IncomingHttpHeaders): Caller | undefined | Promise<Caller | undefined>;
  /**
   * Checks the credential, with a call or a signature check. Throws not_authenticated when it is not valid;
   * upstream_unavailable when identity cannot be asked.
   */
  authenticate(headers: IncomingHttpHeaders, asker: Asker): Promise<Caller>;
  /**
   * The caller's principal in the org `orgId`, or in its default org if `orgId` is undefined; `withoutOrg` if it has no
   * default org. Throws insufficient_permissions for an org that is not the caller's; upstream_unavailable when
   * identity cannot be asked.
   */
  principalIn(caller: Caller, orgId: string | undefined): Principal | Promise<Principal>;
}

interface Options {
  tokens: Judge;
  apiKeys: Judge;
  access: Pick<Access, 'confirm' | 'memberships'>;
  findMembership: FindMembership;
}

/**
 * Judges a credential only when the gateway knows all recent revocations. Usually it does: then `recall` returns no
 * promise, and the request does not wait. Otherwise it asks identity first.
 */
export function createAuthenticator({ tokens, apiKeys, access, findMembership }: Options): Authenticator {
  const judgeOf = ({ kind }: Credential) => (kind === 'token' ? tokens : apiKeys);
  const userIn = createUserIn(access.memberships, findMembership);

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
      if (caller.kind === 'user') return userIn(caller, asked);
      if (caller.principal?.orgId === asked) return caller.principal;
      throw notMember();
    },
  };
}

interface Credential {
  kind: 'token' | 'key';
  value: string;
}

/** Errors: not_authenticated without a credential or with two, because they may be of two callers (decisions 1: 401). */
function credentialOf({ authorization, 'x-api-key': key }: IncomingHttpHeaders): Credential {
  if (authorization === undefined && typeof key === 'string') return { kind: 'key', value: key };
  if (authorization !== undefined && key !== undefined)
    throw new AppError('not_authenticated', 'Not authenticated: send Authorization or X-API-Key, not both');
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new AppError('not_authenticated', 'Not authenticated');
  return { kind: 'token', value: token };
}

/** The principal of a user outside of every org. It may use only operations on the user's own account. */
export function withoutOrg({ kind, id, sessionId }: Caller): Principal {
  return { kind, id, orgId: '', role: 'client', ...(sessionId !== undefined && { sessionId }) };
}

/**
 * Finds a user's principal in an org: in the token, unless the membership has changed since (ADR 7). Errors:
 * insufficient_permissions for an org that is not the user's; upstream_unavailable when identity cannot be asked.
 */
function createUserIn(changed: Access['memberships'], findMembership: FindMembership) {
  /** Asks identity. Concurrent requests share the answer. After a failed question the next request asks again. */
  function ask(membership: ChangedMembership, caller: Caller, orgId: string): Promise<Standing> {
    const asking = standingOf(findMembership(caller, orgId));
    membership.standing = asking;
    asking.then(
      (standing) => {
        membership.standing = standing;
      },
      () => {
        delete membership.standing;
      },
    );
    return asking;
  }

  async function join(caller: Caller, orgId: string): Promise<Principal> {
    const principal = await findMembership(caller, orgId);
    caller.principals.set(orgId, principal);
    return principal;
  }

  return (caller: Caller, orgId: string): Principal | Promise<Principal> => {
    const membership = changed.find(caller.id, orgId);
    if (membership) {
      const standing = membership.standing ?? ask(membership, caller, orgId);
      return standing instanceof Promise
        ? standing.then((known) => principalOf(known, caller))
        : principalOf(standing, caller);
    }
    if (orgId === caller.principal?.orgId) return caller.principal;
    return caller.principals.get(orgId) ?? join(caller, orgId);
  };
}

const standingOf = (asked: Promise<Principal>): Promise<Standing> =>
  asked.then(
    (principal) => ({ principal }),
    (error) => {
      if (hasCode(error, 'insufficient_permissions')) return { refusal: error };
      throw error;
    },
  );

/** Sets this caller's session: another session of the same user may have asked identity. */
function principalOf(standing: Standing, { sessionId }: Caller): Principal {
  if ('refusal' in standing) throw standing.refusal;
  const { principal } = standing;
  return sessionId === undefined || principal.sessionId === sessionId ? principal : { ...principal, sessionId };
}

/**
 * A user's current principal in an org, as identity answers it. Throws insufficient_permissions without a membership;
 * not_authenticated when the user is deleted; upstream_unavailable when identity does not answer.
 */
type FindMembership = (caller: Caller, orgId: string) => Promise<Principal>;

/** Asks identity, because a membership may be younger than the token or may have changed since (decisions 1: Org). */
export function membershipFinder({ auth }: Pick<Services, 'auth'>): FindMembership {
  return async (caller, orgId) => {
    if (!ORG_ID.test(orgId)) throw notMember();
    const nobody = withoutOrg(caller);
    const call = { context: { requestId: randomUUID(), principal: nobody } };
    const found = await auth.getUser({ id: caller.id, org_id: orgId }, call).catch(notMemberIfNotFound);
    const { role, client_id: clientId } = publicUser(found);
    if (role === '') throw notMember();
    return { ...nobody, orgId, role, ...(clientId !== null && { clientId }) };
  };
}

const notMember = () => new AppError('insufficient_permissions', 'Insufficient permissions');

function notMemberIfNotFound(error: unknown): never {
  throw hasCode(error, 'not_found') ? notMember() : error;
}
