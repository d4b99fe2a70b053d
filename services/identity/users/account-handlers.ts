import { AppError, notFound } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';
import { unary } from '#chassis/rpc/endpoint.ts';
import { GetUserRequest } from '#proto/identity/v1/contract.ts';
import type { Accounts } from './accounts.ts';
import { type AccountView, accountFrom, accountWithin, accountWithoutOrg } from './domain/account.ts';
import { isUnproven } from './domain/user.ts';
import type { UserRepository } from './repository.ts';

export interface AccountHandlerParts {
  accounts: Pick<Accounts, 'findIn'>;
  users: Pick<UserRepository, 'isInvited'>;
}

export function accountHandlers({ accounts, users }: AccountHandlerParts) {
  async function ownAccount(id: string, orgId: string): Promise<AccountView> {
    const account = await accounts.findIn(orgId, id);
    if (!account) throw new AppError('not_authenticated', 'Not authenticated');
    const view = orgId === '' ? accountWithoutOrg(account) : accountFrom(account, orgId);
    if (view) return view;
    const isInvited = await users.isInvited(account.user.email, orgId);
    // The hint is for a proven owner only. Another person who can log in as the user must not learn of the invitation.
    throw notMember(isInvited && !isUnproven(account.user));
  }

  return {
    GetUser: unary(GetUserRequest, async ({ id, org_id }, call) => {
      if (call.principal.kind === 'user' && call.principal.id === id) return ownAccount(id, org_id);
      refuseUnlessAdmin(call, org_id);
      const account = await accounts.findIn(org_id, id);
      const view = account && accountWithin(account, org_id);
      if (!view) throw notFound('User');
      return view;
    }),
  };
}

function notMember(isInvited: boolean): AppError {
  const hint = ': an invitation to this org waits for you; accept it by the link that was mailed with it';
  return new AppError('insufficient_permissions', `Insufficient permissions${isInvited ? hint : ''}`);
}

/** Users of another org are not_found. Users of the caller's org are for admins only, and never for API keys. */
function refuseUnlessAdmin({ principal }: Call, orgId: string): void {
  if (principal.orgId !== orgId) throw notFound('User');
  if (principal.kind === 'key' || principal.role !== 'admin') {
    throw new AppError('insufficient_permissions', 'Insufficient permissions');
  }
}
