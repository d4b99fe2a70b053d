import { AppError, hasCode } from '#chassis/domain/errors.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import type { AccessChanges } from '../access/access-changes.ts';
import type { AccountAudit } from '../audit/account-audit.ts';
import type { PasswordResetRepository } from '../password-resets/repository.ts';
import type { User } from '../users/domain/user.ts';
import { assertAcceptable } from '../users/password-rule.ts';
import type { Passwords } from '../users/passwords.ts';
import type { UserRepository } from '../users/repository.ts';
import { type OwnCall, ownUser } from './own-call.ts';
import { CHANGED, type PasswordCheck } from './password-check.ts';

export interface ChangePasswordParts {
  store: Pick<Store, 'transaction'>;
  users: Pick<UserRepository, 'findById' | 'changePassword'>;
  resets: Pick<PasswordResetRepository, 'endLinks'>;
  check: PasswordCheck;
  passwords: Pick<Passwords, 'hash'>;
  access: AccessChanges;
  audit: AccountAudit;
}

export interface PasswordChange {
  current_password: string;
  new_password: string;
}

export type ChangePassword = (change: PasswordChange, call: OwnCall) => Promise<void>;

/**
 * Sets the caller's password and ends all sessions of the caller, including this one (decisions 3: Sessions end early).
 * Errors: validation_failed at new_password; validation_failed at current_password, which counts as a failed login;
 * rate_limited after too many failures; insufficient_permissions for an API key.
 */
export function createChangePassword(parts: ChangePasswordParts): ChangePassword {
  const { users, check, passwords } = parts;
  return async ({ current_password: password, new_password }, call) => {
    const user = await users.findById(ownUser(call));
    if (!user) throw new AppError('not_authenticated', 'Not authenticated');
    await assertAcceptable(new_password, 'new_password');
    const { address = '', requestId } = call.context;
    const guess = { email: user.email, password, address, requestId, purpose: 'change' } as const;
    await check(guess, call, async (checked) => {
      // Another user may have the email now.
      if (checked.id !== user.id) return CHANGED;
      const passwordHash = await passwords.hash(new_password, 'change');
      return change(parts, checked, passwordHash, call);
    }).catch(rethrowAtField);
    parts.access.announce();
  };
}

/** Sets the password. Also removes the user's reset links. */
function change(
  { store, users, resets, access, audit }: ChangePasswordParts,
  { id, passwordHash: checked }: User,
  passwordHash: string,
  call: OwnCall,
): Promise<true | typeof CHANGED> {
  return store.transaction(async (transaction) => {
    const user = await users.findById(id, transaction);
    if (user?.passwordHash !== checked) return CHANGED;
    await users.changePassword(id, passwordHash, call.now, transaction);
    await resets.endLinks(id, transaction);
    await access.endSessions(transaction, id, call.now);
    await audit({ action: 'user.password_changed', userId: id }, call, transaction);
    return true;
  }, call.deadline);
}

/**
 * The caller is known, so a wrong password is a fault of the field, not of the credentials. The error never repeats the
 * sent values.
 */
function rethrowAtField(error: unknown): never {
  if (!hasCode(error, 'invalid_credentials')) throw error;
  const reason = 'this is not the current password';
  const issue = { type: 'value_error', loc: ['body', 'current_password'], msg: `Value error, ${reason}` };
  throw new AppError('validation_failed', 'Validation failed', { issues: [{ ...issue, ctx: { error: reason } }] });
}
