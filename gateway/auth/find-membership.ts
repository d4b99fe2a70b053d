import { randomUUID } from 'node:crypto';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { User } from '#proto/identity/v1/contract.ts';
import type { Services } from '../grpc-clients.ts';
import { publicFormOf } from '../payload/public-form.ts';
import { type Caller, withoutOrg } from './caller.ts';

/**
 * Who a user is in an org, by what identity says now. Throws insufficient_permissions where it has no membership;
 * not_authenticated when it is gone; upstream_unavailable.
 */
export type FindMembership = (caller: Caller, orgId: string) => Promise<Principal>;

const publicUser = publicFormOf(User);
/** The form of every org's id; nothing else is worth a question. */
const ORG_ID = /^[0-9a-f]{24}$/;

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
  throw error instanceof AppError && error.code === 'not_found' ? notMember() : error;
}
