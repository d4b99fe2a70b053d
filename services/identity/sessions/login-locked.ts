import { AppError } from '#chassis/errors.ts';
import type { Refusal } from './lockout.ts';

/** A login that is not even tried, since too many have failed. */
export class LoginLocked extends AppError {
  /** Nobody was refused before by the same lock. */
  readonly isFirst: boolean;

  constructor({ reason, retryAfter }: Refusal, isFirst: boolean) {
    super('rate_limited', reason, { retryAfter });
    this.isFirst = isFirst;
  }
}
