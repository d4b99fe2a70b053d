import { unary } from '#chassis/grpc-server.ts';
import { LoginRequest } from '#proto/identity/v1/contract.ts';
import type { Login } from './login.ts';

export function sessionHandlers(login: Login) {
  return {
    Login: unary(
      LoginRequest,
      (credentials, { context: { requestId }, now, signal }) => login({ ...credentials, requestId }, now, signal),
      { anonymous: true },
    ),
  };
}
