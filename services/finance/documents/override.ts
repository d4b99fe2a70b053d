import { AppError } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';

/** An API key has at most the rights of staff (decisions 3: Scopes). */
export const isAdmin = ({ principal: { kind, role } }: Pick<Call, 'principal'>): boolean =>
  kind === 'user' && role === 'admin';

/** Errors: insufficient_permissions unless the caller is an admin. */
export function refuseOverride(call: Pick<Call, 'principal'>): void {
  if (isAdmin(call)) return;
  throw new AppError('insufficient_permissions', 'Insufficient permissions: only an admin may send override');
}
