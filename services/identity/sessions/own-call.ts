import { AppError } from '#chassis/domain/errors.ts';
import type { Call } from '#chassis/rpc/context.ts';

/** A call of a user about its own sessions. */
export type OwnCall = Pick<Call, 'context' | 'principal' | 'deadline' | 'now' | 'signal'>;

/** The calling user. Errors: insufficient_permissions for an API key, which has no session and no password. */
export function ownUser({ principal }: OwnCall): string {
  if (principal.kind === 'user') return principal.id;
  throw new AppError('insufficient_permissions', 'Insufficient permissions');
}
