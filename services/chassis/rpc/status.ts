import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { errors } from '#proto/common/v1/errors.contract.ts';
import {
  AppError,
  type ErrorCode,
  type FieldIssue,
  MAX_ISSUES,
  NeedsTurn,
  serviceUnavailable,
} from '../domain/errors.ts';
import { CallFailure } from './client-call.ts';
import { asciiJson } from './context.ts';

/** Error codes of a repeated write that do not show whether its first attempt, which may still run, takes effect. */
const LEAVE_OPEN: ReadonlySet<ErrorCode> = new Set([
  'upstream_unavailable',
  'deadline_exceeded',
  'outcome_unknown',
  'idempotency_in_progress',
  'conflict',
]);

/** Metadata entry of an error: JSON with the facts that a gRPC status and message cannot hold. */
const ERROR_ENTRY = 'error';
/** Maximum bytes of this entry. Trailers above about 64 KiB break the stream, and the caller would see INTERNAL. */
const MAX_ERROR_BYTES = 16_384;
const MAX_MESSAGE = 2_000;

/**
 * Seconds until a retry when a replica runs an earlier version. A rollout takes minutes, but reaches the next replica
 * soon.
 */
const ROLLED_OUT_IN = 5;

/**
 * Turns `error` into the status that a gRPC server sends. Any error except an AppError becomes INTERNAL without
 * details.
 */
export function toStatus(error: unknown): StatusObject {
  const known = error instanceof AppError ? error : new AppError('internal_error', 'Internal error');
  const metadata = new Metadata();
  metadata.set(ERROR_ENTRY, detail(known));
  // Cuts first: a cut may split a character in two, and grpc-js cannot send half a character.
  return {
    code: status[errors[known.code].grpc],
    details: known.message.slice(0, MAX_MESSAGE).toWellFormed(),
    metadata,
  };
}

function detail(error: AppError): string {
  const { code, issues, retryAfter, service } = error;
  const needsTurn = error instanceof NeedsTurn ? true : undefined;
  const whole = asciiJson({ code, issues, retryAfter, service, needsTurn });
  if (whole.length <= MAX_ERROR_BYTES || !issues) return whole;
  const brief = issues.slice(0, MAX_ISSUES).map(({ input: _, ...issue }) => issue);
  while (asciiJson({ code, issues: brief, retryAfter }).length > MAX_ERROR_BYTES) brief.length >>= 1;
  return asciiJson({ code, issues: brief, retryAfter });
}

/**
 * Turns a gRPC error at a client into an AppError. `service`: the called service; the error names it if it failed
 * itself.
 */
export function fromStatus(error: unknown, service: string): AppError {
  if (error instanceof AppError) return error;
  if (!isServiceError(error)) return new AppError('internal_error', 'Internal error', { cause: error });
  const sent = refusal(error);
  if (sent) {
    if (sent.needsTurn) return new NeedsTurn(error);
    if (sent.code !== 'upstream_unavailable' || sent.service) {
      return new AppError(sent.code, error.details, { ...sent, cause: error });
    }
    // The message says which service is missing. The caller must also know which service could not answer.
    const message = `Service ${service} is unavailable: ${error.details}`;
    return new AppError(sent.code, message, { ...sent, service, cause: error });
  }
  if (isUnreachable(error)) return serviceUnavailable(service, error);
  if (isNotOffered(error)) return notOffered(service, error);
  if (error.code === status.DEADLINE_EXCEEDED || error.code === status.CANCELLED) {
    return new AppError('deadline_exceeded', `Service ${service} did not answer in time`, { cause: error });
  }
  return new AppError('internal_error', 'Internal error', { cause: error });
}

interface Detail {
  code: ErrorCode;
  issues?: FieldIssue[];
  retryAfter?: number;
  service?: string;
  needsTurn?: true;
}

function refusal(error: ServiceError): Detail | undefined {
  const entry = error.metadata.get(ERROR_ENTRY)[0];
  if (typeof entry !== 'string') return undefined;
  const parsed = JSON.parse(entry) as Detail;
  return Object.hasOwn(errors, parsed.code) ? parsed : undefined;
}

function notOffered(service: string, cause: unknown): AppError {
  const message = `Service ${service} is unavailable: it runs an earlier version, which does not offer this`;
  return new AppError('upstream_unavailable', message, { retryAfter: ROLLED_OUT_IN, service, cause });
}

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'metadata' in error && error.metadata instanceof Metadata;
}

/** True if the service itself sent the error; false for an error of the transport. */
export function isRefusal(error: unknown): boolean {
  return isServiceError(error) && refusal(error) !== undefined;
}

/** True if the connection failed before or during the call. */
export function isUnreachable(error: unknown): boolean {
  if (!isServiceError(error) || refusal(error)) return false;
  return error.code === status.UNAVAILABLE || (error.code === status.INTERNAL && /RST_STREAM/.test(error.details));
}

/**
 * True if a process answered that it does not know the rpc: during a rollout, a process of an earlier version (ADR 40).
 */
export function isNotOffered(error: unknown): boolean {
  return isServiceError(error) && error.code === status.UNIMPLEMENTED && !refusal(error);
}

/** True if the service was unavailable or too slow. Any other error concerns only this call. */
export const isLoss = (code: ErrorCode): boolean => code === 'upstream_unavailable' || code === 'deadline_exceeded';

/**
 * True if a write with this error may have taken effect: it was sent and not answered, or the answer is
 * outcome_unknown.
 */
export function isInDoubt(error: unknown): boolean {
  const { code } = fromStatus(error, '');
  if (isRefusal(error)) return code === 'outcome_unknown';
  return error instanceof CallFailure && error.sent && isLoss(code);
}

/** True if the error of an attempt does not show whether an earlier attempt took effect. */
export const leavesOpen = (error: unknown): boolean => LEAVE_OPEN.has(fromStatus(error, '').code);

/** True if no replica has started the call, so that another connection can take it. */
export const wasRefused = (error: unknown): boolean => error instanceof CallFailure && error.refused;
