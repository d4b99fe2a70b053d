import type { ErrorCode } from '#proto/common/v1/errors.contract.ts';

export type { ErrorCode };

/** Faults that one answer names: more help nobody, and each that is put together costs. */
export const MAX_ISSUES = 100;

/** A fault of a request, in the words of decisions 1: 422. */
export interface FieldIssue {
  loc: string[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

export interface AppErrorOptions {
  issues?: FieldIssue[];
  /** Seconds. */
  retryAfter?: number;
  /** For upstream_unavailable: the service that is unavailable, if it is not the one that says so. */
  service?: string;
  /** For the log under the same request id; never sent. */
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

/** Whether a request failed in this way. */
export const hasCode = (error: unknown, code: ErrorCode): error is AppError =>
  error instanceof AppError && error.code === code;

/**
 * A write that lost its races for as long as it had, and has had no effect. It is no `conflict`: the caller asked for nothing that
 * another has (decisions 1: 503).
 */
export class LostRace extends AppError {
  constructor(cause?: unknown) {
    super('upstream_unavailable', 'Too many writes to the same records at once; try again', { retryAfter: 1, cause });
  }
}

/**
 * The call came out of turn, and takes as much as only calls in turn may: it has changed no record, and is made again in its
 * turn. No caller hears it.
 */
export class NeedsTurn extends AppError {
  constructor(cause?: unknown) {
    super('rate_limited', 'Too large to be done out of turn', { retryAfter: 1, cause });
  }
}

/** A value that a write was prepared with has changed. The writer prepares it anew; the caller hears a LostRace when its time is over. */
export class Outdated extends LostRace {}

/**
 * A reference to what another service is deleting, or has deleted: it tells so by an event, which may not have come. The writer
 * asks, and prepares the write anew.
 */
export class BeingDeleted extends AppError {
  /** Names of the targets, such as `client:<id>`. */
  readonly targets: readonly string[];

  constructor(targets: readonly string[], cause?: unknown) {
    super('conflict', 'What this refers to is being deleted', { cause });
    this.targets = targets;
  }
}

/** `notFound('Client')`: "Client not found". */
export const notFound = (resource: string) => new AppError('not_found', `${resource} not found`);

/** Number of referring records that a refusal names. Another one shows that there are more. */
export const MAX_NAMED = 3;

/** in_use with the names of what refers to it, in this service or in another. */
export function inUse(resource: string, users: { kind: string; name: string }[]): AppError {
  const named = users.slice(0, MAX_NAMED).map(({ kind, name }) => `${kind.replaceAll('_', ' ')} ${name}`);
  const others = users.length > MAX_NAMED ? ' and others' : '';
  return new AppError('in_use', `${resource} is in use by ${named.join(', ')}${others}`);
}

/** The error of a write whose outcome is still open when the caller's time is over. */
export const outcomeUnknown = (message: string, cause: unknown): AppError =>
  new AppError('outcome_unknown', message, { retryAfter: 1, cause });

/** Seconds; for a peer that is down when nothing better is known. */
const DEFAULT_RETRY_AFTER = 1;

/** upstream_unavailable, naming the service. `retryAfter` in seconds. */
export function serviceUnavailable(service: string, cause: unknown, retryAfter = DEFAULT_RETRY_AFTER): AppError {
  return new AppError('upstream_unavailable', `Service ${service} is unavailable`, { retryAfter, service, cause });
}

/** A fault of a field that the contract could not judge, in the words of a Pydantic validator. */
export const faultOf = (loc: string[], error: string, input: unknown): FieldIssue => ({
  type: 'value_error',
  loc,
  msg: `Value error, ${error}`,
  input,
  ctx: { error },
});

/** validation_failed for one such field. */
export const invalidField = (loc: string[], error: string, input: unknown): AppError =>
  new AppError('validation_failed', 'Validation failed', { issues: [faultOf(loc, error, input)] });
