import { unary } from '#chassis/grpc-server.ts';
import { LoginRequest } from '#proto/identity/v1/contract.ts';
import type { Login } from './login.ts';

export function sessionHandlers(login: Login) {
  return {
    Login: unary(LoginRequest, (credentials, call) => login(credentials, call.now, call.signal), { anonymous: true }),
  };
}
