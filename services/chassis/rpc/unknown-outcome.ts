import type { ErrorCode } from '../domain/errors.ts';
import { CallFailure } from './client-call.ts';
import { fromStatus, isRefusal } from './status.ts';

/** Answers to a repeated write that leave open whether its first attempt, which may still run, takes place. */
const LEAVE_OPEN: ReadonlySet<ErrorCode> = new Set([
  'upstream_unavailable',
  'deadline_exceeded',
  'outcome_unknown',
  'idempotency_in_progress',
  'conflict',
]);

/** Whether a write that failed so may have taken place: it was sent and no answer came, or the answer says just that. */
export function isInDoubt(error: unknown): boolean {
  const { code } = fromStatus(error, '');
  if (isRefusal(error)) return code === 'outcome_unknown';
  return error instanceof CallFailure && error.sent && isLoss(code);
}

/** Whether nobody has begun it, and another connection will. */
export const wasRefused = (error: unknown): boolean => error instanceof CallFailure && error.refused;

/** Whether an attempt that failed so says nothing of an earlier one that is in doubt. */
export const leavesOpen = (error: unknown): boolean => LEAVE_OPEN.has(fromStatus(error, '').code);

/** Whether the service was not there or too slow; everything else is between it and its caller. */
export const isLoss = (code: ErrorCode): boolean => code === 'upstream_unavailable' || code === 'deadline_exceeded';
