import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import type { Caller } from './caller.ts';
import type { ChangedMembership, ChangedMemberships, Standing } from './changed-memberships.ts';
import type { FindMembership } from './find-membership.ts';

/** Who a user is in an org: as its token says, as long as that has not changed since (ADR 7). */
export type PrincipalIn = (caller: Caller, orgId: string) => Principal | Promise<Principal>;

/** Errors of what it makes: insufficient_permissions for an org that is not the user's; upstream_unavailable. */
export function createPrincipalIn(
  changed: Pick<ChangedMemberships, 'find'>,
  findMembership: FindMembership,
): PrincipalIn {
  /** One question at a time; what fails without an answer is asked again. */
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

  return (caller, orgId) => {
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
      if (error instanceof AppError && error.code === 'insufficient_permissions') return { refusal: error };
      throw error;
    },
  );

/** The session is the caller's own, whoever of its sessions asked. */
function principalOf(standing: Standing, { sessionId }: Caller): Principal {
  if ('refusal' in standing) throw standing.refusal;
  const { principal } = standing;
  return sessionId === undefined || principal.sessionId === sessionId ? principal : { ...principal, sessionId };
}
