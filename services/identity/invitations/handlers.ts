import { implement, type ServiceImplementation, unary } from '#chassis/rpc/endpoint.ts';
import { AcceptInvitationRequest } from '#proto/identity/v1/contract.ts';
import type { AcceptInvitation } from './accept-invitation.ts';

export function invitationHandlers(accept: AcceptInvitation): ServiceImplementation {
  return implement('identity', 'InvitationService', {
    AcceptInvitation: unary(
      AcceptInvitationRequest,
      async (request, call) => {
        const { orgName, passwordSet } = await accept(request, call);
        return { org_name: orgName, password_set: passwordSet };
      },
      { anonymous: true },
    ),
  });
}
