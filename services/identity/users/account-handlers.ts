import { AppError, notFound } from '#chassis/errors.ts';
import { type Call, unary } from '#chassis/grpc-server.ts';
import { GetUserRequest } from '#proto/identity/v1/contract.ts';
import { accountFrom, accountWithin } from './account.ts';
import type { Accounts } from './accounts.ts';

export function accountHandlers(accounts: Accounts) {
  return {
    GetUser: unary(GetUserRequest, async ({ id, org_id }, call) => {
      const own = call.principal.kind === 'user' && call.principal.id === id;
      if (!own) refuseUnlessAdmin(call, org_id);
      const account = await accounts.findIn(org_id, id);
      const view = account && (own ? accountFrom(account, org_id) : accountWithin(account, org_id));
      if (!view) throw notFound('User');
      return view;
    }),
  };
}

/** Another org's users are not there; those of the caller's org are for its admins, and never for keys. */
function refuseUnlessAdmin({ principal }: Call, orgId: string): void {
  if (principal.orgId !== orgId) throw notFound('User');
  if (principal.kind === 'key' || principal.role !== 'admin') {
    throw new AppError('insufficient_permissions', 'Insufficient permissions');
  }
}
