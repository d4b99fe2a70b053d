import { AppError } from '#chassis/domain/errors.ts';
import type { WriteCall, Writer } from '#chassis/unit-of-work/write.ts';
import type { AccessChanges } from '../access/access-changes.ts';
import type { AccountAudit } from '../audit/account-audit.ts';
import type { ProveOwner } from '../invitations/prove-owner.ts';
import { assertAcceptable } from '../users/password-rule.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import type { PasswordResetRepository } from './repository.ts';
import { tokenHash } from './token.ts';

export interface ResetPasswordParts {
  writer: Pick<Writer, 'write'>;
  resets: Pick<PasswordResetRepository, 'findLink' | 'useLink'>;
  users: Pick<UserRepository, 'findById'>;
  proveOwner: ProveOwner;
  passwords: Pick<Passwords, 'hash'>;
  access: Pick<AccessChanges, 'announce'>;
  audit: AccountAudit;
}

export type ResetPassword = (request: { token: string; password: string }, call: WriteCall) => Promise<void>;

/**
 * Sets the password of the user of a mailed link, removes the link, and ends all sessions (decisions 3: Reset). Errors:
 * validation_failed at token if the link is unknown, used or expired; validation_failed at password, and the link stays
 * valid; rate_limited.
 */
export function createResetPassword(parts: ResetPasswordParts): ResetPassword {
  const { writer, resets, users, passwords, proveOwner, access, audit } = parts;
  return async ({ token, password }, call) => {
    const link = await resets.findLink(tokenHash(token), call.now);
    if (!link) throw refusedToken();
    const { userId, mailedTo } = link;
    await assertAcceptable(password, 'password');
    const passwordHash = await passwords.hash(password, 'reset');
    await writer.write(call, async (unit) => {
      const isGood = await resets.useLink(link, unit.now, unit.session);
      const user = isGood ? await users.findById(userId, unit.session) : undefined;
      if (user?.email !== mailedTo) throw refusedToken();
      // The entry is written first, so that orgs whose memberships become invitations get it too.
      await audit({ action: 'user.password_reset', userId }, call, unit.session);
      await proveOwner(unit, user, passwordHash);
    });
    access.announce();
  };
}

function refusedToken(): AppError {
  const error = 'this link was used, has expired or was replaced by a newer one; ask for another';
  const issue = { type: 'value_error', loc: ['body', 'token'], msg: `Value error, ${error}`, ctx: { error } };
  return new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}
