import { implement, unary } from '#chassis/grpc-server.ts';
import {
  ChangePasswordRequest,
  ListAccessChangesRequest,
  LoginRequest,
  LogoutRequest,
} from '#proto/identity/v1/contract.ts';
import { accessChangesSince, type Revocation } from '../access/revocation.ts';
import type { ChangePassword } from './change-password.ts';
import type { Login } from './login.ts';
import type { OwnCall } from './own-call.ts';

export function loginHandlers(login: Login) {
  return {
    Login: unary(
      LoginRequest,
      (credentials, { context: { requestId }, now, signal }) => login({ ...credentials, requestId }, now, signal),
      { anonymous: true },
    ),
  };
}

export interface SessionHandlerParts {
  logout(call: OwnCall): Promise<void>;
  changePassword: ChangePassword;
  revocations: { since(since: Date): Promise<Revocation[]> };
}

export function sessionHandlers({ logout, changePassword, revocations }: SessionHandlerParts) {
  return implement('identity', 'SessionService', {
    Logout: unary(LogoutRequest, async (_request, call) => {
      await logout(call);
      return {};
    }),
    ChangePassword: unary(ChangePasswordRequest, async (change, call) => {
      await changePassword(change, call);
      return {};
    }),
    ListAccessChanges: unary(
      ListAccessChangesRequest,
      async ({ since }) => {
        // By this process' clock as it looks: the call may have waited.
        const now = new Date();
        const found = await revocations.since(accessChangesSince(since, now));
        const changes = found.map(({ id, sessions, keys }) => ({ id, sessions, keys }));
        return { changes, as_of: now.toISOString() };
      },
      { anonymous: true },
    ),
  });
}
