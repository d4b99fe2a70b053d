import { AppError } from '#chassis/domain/errors.ts';
import { implement, unary } from '#chassis/rpc/endpoint.ts';
import {
  ChangePasswordRequest,
  ListAccessChangesRequest,
  LoginRequest,
  LogoutRequest,
} from '#proto/identity/v1/contract.ts';
import { type Revocation, type RevocationPage, startOfAccessChanges } from '../access/domain/revocation.ts';
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
  revocations: { page(since: Date, after?: string): Promise<RevocationPage> };
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
      async ({ since, after }) => {
        // The present time of this process, because the call may have waited.
        const now = new Date();
        const from = startOfAccessChanges(since, now);
        const { changes, next } = await (after === undefined
          ? inOne(revocations, from)
          : revocations.page(from, after));
        const shown = changes.map(({ id, sessions, keys }) => ({ id, sessions, keys }));
        return { changes: shown, as_of: now.toISOString(), ...(next !== undefined && { next }) };
      },
      { anonymous: true },
    ),
  });
}

/** Maximum number of pages, of about 3 MB each, that one message can hold. */
const MAX_PAGES = 5;

/**
 * All pages in one reply, for a gateway of an earlier version, which does not read further pages. Errors:
 * upstream_unavailable if there are more than MAX_PAGES.
 */
async function inOne(revocations: SessionHandlerParts['revocations'], since: Date): Promise<RevocationPage> {
  const changes: Revocation[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const page = await revocations.page(since, after);
    changes.push(...page.changes);
    if (page.next === undefined) return { changes };
    after = page.next;
  }
  throw new AppError('upstream_unavailable', 'Too much access has changed for one reply');
}
