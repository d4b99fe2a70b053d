import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { User } from '#proto/identity/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { publicFormOf } from '../payload/record-form.ts';
import type { Access, ChangedMembership, Standing } from './access-changes.ts';

const BEARER = /^Bearer +([^\s,]+)$/i;
/** The form of every org's id; nothing else is worth a question. */
const ORG_ID = /^[0-9a-f]{24}$/;
const publicUser = publicFormOf(User);

/** A caller whose credential is good, and who it is in each of its orgs. */
export interface Caller {
  kind: 'user' | 'key';
  id: string;
  /** In the org that it acts in by default; undefined of a user who had none when it logged in. */
  principal: Principal | undefined;
  /** By org. Of a user: those that the token names, and those joined since that were asked for. */
  principals: Map<string, Principal>;
  /** Session of a user; keys have none. */
  sessionId?: string;
  /** Requests per 60 s, of a key; a user has what all users have. */
  rateLimit?: number;
}

/** The request for which a credential is checked. */
export interface Asker {
  address: string;
  /** It waits no longer. */
  gone: AbortSignal;
}

/** Finds the callers of one kind of credential. */
export interface Judge {
  /** The caller, if it is known without a question or a computation. */
  recall(value: string): Caller | undefined;
  /** Finds out. Throws not_authenticated; upstream_unavailable when nobody can be asked. */
  authenticate(value: string, asker: Asker): Promise<Caller>;
}

export interface Authenticator {
  /**
   * The caller of a credential that is known to be good; undefined if that must be found out.
   * Throws not_authenticated if there is no credential, or two; upstream_unavailable.
   */
  recall(headers: IncomingHttpHeaders): Caller | undefined | Promise<Caller | undefined>;
  /** Finds out, which costs. Throws not_authenticated; upstream_unavailable when the credential cannot be checked. */
  authenticate(headers: IncomingHttpHeaders, asker: Asker): Promise<Caller>;
  /**
   * The caller's principal in the org that it asks for; `withoutOrg` if it asks for none and has none. Throws
   * insufficient_permissions for an org that is not its own; upstream_unavailable.
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
 * Judges a credential only while it is confirmed whose access was taken back. Mostly it is: then the answer is no promise, and
 * nobody waits. Otherwise identity is asked first.
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

/** Two credentials are none (decisions 1: 401). */
function credentialOf({ authorization, 'x-api-key': key }: IncomingHttpHeaders): Credential {
  if (authorization === undefined && typeof key === 'string') return { kind: 'key', value: key };
  const token = key === undefined ? BEARER.exec(authorization ?? '')?.[1] : undefined;
  if (token === undefined) throw new AppError('not_authenticated', 'Not authenticated');
  return { kind: 'token', value: token };
}

/** A user outside of every org, who may do what is its own alone. */
export function withoutOrg({ kind, id, sessionId }: Caller): Principal {
  return { kind, id, orgId: '', role: 'client', ...(sessionId !== undefined && { sessionId }) };
}

/**
 * A user's principal in an org: as its token says, unless that has changed since (ADR 7). Errors:
 * insufficient_permissions for an org that is not the user's; upstream_unavailable.
 */
function createUserIn(changed: Access['memberships'], findMembership: FindMembership) {
  /** Asks once at a time. A question that fails without an answer is asked again. */
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

/** The session is the caller's own, whoever of its sessions asked. */
function principalOf(standing: Standing, { sessionId }: Caller): Principal {
  if ('refusal' in standing) throw standing.refusal;
  const { principal } = standing;
  return sessionId === undefined || principal.sessionId === sessionId ? principal : { ...principal, sessionId };
}

/**
 * A user's principal in an org, as identity says it now. Throws insufficient_permissions without a membership;
 * not_authenticated if the user is gone; upstream_unavailable.
 */
type FindMembership = (caller: Caller, orgId: string) => Promise<Principal>;

/** Asks identity: a membership may be younger than the token, or have changed since (decisions 1: Org). */
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
