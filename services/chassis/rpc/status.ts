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

/** Answers to a repeated write that leave open whether its first attempt, which may still run, takes place. */
const LEAVE_OPEN: ReadonlySet<ErrorCode> = new Set([
  'upstream_unavailable',
  'deadline_exceeded',
  'outcome_unknown',
  'idempotency_in_progress',
  'conflict',
]);

/** Metadata entry of a refusal: JSON of what a status and a message cannot say. */
const ERROR_ENTRY = 'error';
/** Trailers above some 64 KiB break the stream, so that the caller would see INTERNAL: keep well below. */
const MAX_ERROR_BYTES = 16_384;
const MAX_MESSAGE = 2_000;

/** Seconds: a rollout takes minutes, and soon reaches the next replica. */
const ROLLED_OUT_IN = 5;

/** The status with which a gRPC server answers `error`. Anything but an AppError is INTERNAL without a word of its own. */
export function toStatus(error: unknown): StatusObject {
  const known = error instanceof AppError ? error : new AppError('internal_error', 'Internal error');
  const metadata = new Metadata();
  metadata.set(ERROR_ENTRY, detail(known));
  // Cut first: the cut may halve a character, and grpc-js cannot send half of one.
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

/** The AppError that a gRPC error at a client stands for; `service` is named where the service itself failed. */
export function fromStatus(error: unknown, service: string): AppError {
  if (error instanceof AppError) return error;
  if (!isServiceError(error)) return new AppError('internal_error', 'Internal error', { cause: error });
  const sent = refusal(error);
  if (sent) {
    if (sent.needsTurn) return new NeedsTurn(error);
    if (sent.code !== 'upstream_unavailable' || sent.service) {
      return new AppError(sent.code, error.details, { ...sent, cause: error });
    }
    // It says what it is missing; its caller must hear as well who cannot answer.
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

/** Whether the service itself said so; false for what the transport made up. */
export function isRefusal(error: unknown): boolean {
  return isServiceError(error) && refusal(error) !== undefined;
}

/** Whether the connection failed before or during the call. */
export function isUnreachable(error: unknown): boolean {
  if (!isServiceError(error) || refusal(error)) return false;
  return error.code === status.UNAVAILABLE || (error.code === status.INTERNAL && /RST_STREAM/.test(error.details));
}

/** Whether a process has answered that does not know the call: in a rollout, one of an earlier version (ADR 40). */
export function isNotOffered(error: unknown): boolean {
  return isServiceError(error) && error.code === status.UNIMPLEMENTED && !refusal(error);
}

/** Whether the service was not there or too slow; everything else is between it and its caller. */
export const isLoss = (code: ErrorCode): boolean => code === 'upstream_unavailable' || code === 'deadline_exceeded';

/** Whether a write that failed so may have taken place: it was sent and no answer came, or the answer says just that. */
export function isInDoubt(error: unknown): boolean {
  const { code } = fromStatus(error, '');
  if (isRefusal(error)) return code === 'outcome_unknown';
  return error instanceof CallFailure && error.sent && isLoss(code);
}

/** Whether an attempt that failed so says nothing of an earlier one that is in doubt. */
export const leavesOpen = (error: unknown): boolean => LEAVE_OPEN.has(fromStatus(error, '').code);

/** Whether nobody has begun it, and another connection will. */
export const wasRefused = (error: unknown): boolean => error instanceof CallFailure && error.refused;
