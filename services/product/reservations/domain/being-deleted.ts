import { AppError } from '#chassis/domain/errors.ts';

/** Seconds. */
const RETRY_AFTER = 2;

/** Not the service is unavailable, but one record. */
export const beingDeleted = (resource: string, cause?: unknown): AppError =>
  new AppError('upstream_unavailable', `${resource} is being deleted; try again`, {
    retryAfter: RETRY_AFTER,
    service: resource,
    cause,
  });
