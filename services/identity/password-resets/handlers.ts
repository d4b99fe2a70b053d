import type { Store } from '#chassis/mongo/mongo.ts';
import { implement, type ServiceImplementation, unary } from '#chassis/rpc/endpoint.ts';
import { RequestResetRequest, ResetPasswordRequest } from '#proto/identity/v1/contract.ts';
import { canonicalEmail } from '../users/domain/user.ts';
import type { PasswordResetRepository } from './repository.ts';
import type { ResetPassword } from './reset-password.ts';

export interface PasswordHandlerParts {
  store: Pick<Store, 'transaction'>;
  resets: Pick<PasswordResetRepository, 'ask'>;
  resetPassword: ResetPassword;
}

export function passwordHandlers({ store, resets, resetPassword }: PasswordHandlerParts): ServiceImplementation {
  return implement('identity', 'PasswordService', {
    RequestReset: unary(
      RequestResetRequest,
      async ({ email }, { now, deadline }) => {
        await store.transaction((session) => resets.ask(canonicalEmail(email), now, session), deadline);
        return {};
      },
      { anonymous: true },
    ),
    ResetPassword: unary(
      ResetPasswordRequest,
      async (request, call) => {
        await resetPassword(request, call);
        return {};
      },
      { anonymous: true },
    ),
  });
}
