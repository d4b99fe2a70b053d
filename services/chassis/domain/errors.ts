import type { ErrorCode } from '#proto/common/v1/errors.contract.ts';

export type { ErrorCode };

/** Maximum number of faults in one answer. More faults help nobody, and describing each one costs time. */
export const MAX_ISSUES = 100;

/** A fault of a request, in the form of decisions 1: 422. */
export interface FieldIssue {
  loc: string[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface AppErrorOptions {
  issues?: FieldIssue[];
  /** Seconds until a retry makes sense. */
  retryAfter?: number;
  /** For upstream_unavailable: the unavailable service, if it is not the service that throws the error. */
  service?: string;
  /** Logged with the request id; never sent. */
  cause?: unknown;
}

/** The only error that may reach a caller: its code, message, issues and retryAfter are public. */
export class AppError extends Error {
  readonly code: ErrorCode;
  declare readonly issues?: FieldIssue[];
  declare readonly retryAfter?: number;
  declare readonly service?: string;

  constructor(code: ErrorCode, message: string, { issues, retryAfter, service, cause }: AppErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.code = code;
    if (issues) this.issues = issues;
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
    if (service !== undefined) this.service = service;
  }
}

/** True if `error` is an AppError with this code. */
export const hasCode = (error: unknown, code: ErrorCode): error is AppError =>
  error instanceof AppError && error.code === code;

/**
 * A write that had no effect, because other writes won every race until its deadline. Its code is not `conflict`: the
 * request contradicts no data of another request (decisions 1: 503).
 */
export class LostRace extends AppError {
  constructor(cause?: unknown) {
    super('upstream_unavailable', 'Too many writes to the same records at once; try again', { retryAfter: 1, cause });
  }
}

/**
 * A call without a turn is too large for that. It has changed no record, and the gateway repeats it in its turn.
 * Callers never see this error.
 */
export class NeedsTurn extends AppError {
  constructor(cause?: unknown) {
    super('rate_limited', 'Too large to be done out of turn', { retryAfter: 1, cause });
  }
}

/**
 * A value that a write used in its preparation has changed. The writer prepares the write again. At the deadline the
 * caller gets LostRace.
 */
export class Outdated extends LostRace {}

/**
 * A reference to a record that another service is deleting or has deleted. The event of the delete may not have arrived
 * yet. The writer asks that service, and prepares the write again.
 */
export class BeingDeleted extends AppError {
  /** Names of the targets, such as `client:<id>`. */
  readonly targets: readonly string[];

  constructor(targets: readonly string[], cause?: unknown) {
    super('conflict', 'What this refers to is being deleted', { cause });
    this.targets = targets;
  }
}

/** `notFound('Client')` has the message "Client not found". */
export const notFound = (resource: string) => new AppError('not_found', `${resource} not found`);

/** Maximum number of referring records that a refusal names. If there are more, it ends with "and others". */
export const MAX_NAMED = 3;

/** An in_use error that names the records that refer to the resource, in this service or in another. */
export function inUse(resource: string, users: { kind: string; name: string }[]): AppError {
  const named = users.slice(0, MAX_NAMED).map(({ kind, name }) => `${kind.replaceAll('_', ' ')} ${name}`);
  const others = users.length > MAX_NAMED ? ' and others' : '';
  return new AppError('in_use', `${resource} is in use by ${named.join(', ')}${others}`);
}

/** The error of a write whose outcome is still unknown at the caller's deadline. */
export const outcomeUnknown = (message: string, cause: unknown): AppError =>
  new AppError('outcome_unknown', message, { retryAfter: 1, cause });

/** Seconds until a retry, if the time of the service's recovery is not known. */
const DEFAULT_RETRY_AFTER = 1;

/** An upstream_unavailable that names the service. `retryAfter` in seconds. */
export function serviceUnavailable(service: string, cause: unknown, retryAfter = DEFAULT_RETRY_AFTER): AppError {
  return new AppError('upstream_unavailable', `Service ${service} is unavailable`, { retryAfter, service, cause });
}

/** A fault of a field that the contract cannot check, in the wording of a Pydantic validator. */
export const faultOf = (loc: string[], error: string, input: unknown): FieldIssue => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${error}`,
  input,
  ctx: { error },
});

/** A validation_failed with one such fault. */
export const invalidField = (loc: string[], error: string, input: unknown): AppError =>
  new AppError('validation_failed', 'Validation failed', { issues: [faultOf(loc, error, input)] });
