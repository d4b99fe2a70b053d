import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';

/** Every way in which a request can fail. Closed: a new one is a new line in `errorTable` and in the API changelog. */
export type ErrorCode =
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'not_authenticated'
  | 'invalid_credentials'
  | 'insufficient_permissions'
  | 'not_found'
  | 'conflict'
  | 'invalid_transition'
  | 'in_use'
  | 'credit_limit_exceeded'
  | 'idempotency_in_progress'
  | 'version_mismatch'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'method_not_allowed'
  | 'rate_limited'
  | 'upstream_unavailable'
  | 'deadline_exceeded'
  | 'outcome_unknown'
  | 'internal_error';

/** Faults that one answer names: more help nobody, and each that is put together costs. */
export const MAX_ISSUES = 100;

/** One fault of a request, in the words of decisions 1: 422. */
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
  /** Of upstream_unavailable: who is, where that is not who says so. */
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

/** `notFound('Client')`: "Client not found". */
export const notFound = (resource: string) => new AppError('not_found', `${resource} not found`);

/** What the caller of a write hears that is still in doubt when its time is over. */
export const outcomeUnknown = (message: string, cause: unknown): AppError =>
  new AppError('outcome_unknown', message, { retryAfter: 1, cause });

/** upstream_unavailable, naming the service. `retryAfter` in seconds. */
export function serviceUnavailable(service: string, cause: unknown, retryAfter = DEFAULT_RETRY_AFTER): AppError {
  return new AppError('upstream_unavailable', `Service ${service} is unavailable`, { retryAfter, service, cause });
}

/** validation_failed for one field that the contract could not judge, in a Pydantic validator's words. */
export function invalidField(loc: string[], error: string, input: unknown): AppError {
  const issue = { type: 'value_error', loc, msg: `Value error, ${error}`, input, ctx: { error } };
  return new AppError('validation_failed', 'Validation failed', { issues: [issue] });
}

/** The one table from our codes to gRPC's and HTTP's (decisions 1). */
export const errorTable: Record<ErrorCode, { grpc: status; http: number }> = {
  validation_failed: { grpc: status.INVALID_ARGUMENT, http: 422 },
  idempotency_key_reused: { grpc: status.INVALID_ARGUMENT, http: 422 },
  not_authenticated: { grpc: status.UNAUTHENTICATED, http: 401 },
  invalid_credentials: { grpc: status.UNAUTHENTICATED, http: 401 },
  insufficient_permissions: { grpc: status.PERMISSION_DENIED, http: 403 },
  not_found: { grpc: status.NOT_FOUND, http: 404 },
  conflict: { grpc: status.ABORTED, http: 409 },
  invalid_transition: { grpc: status.FAILED_PRECONDITION, http: 409 },
  in_use: { grpc: status.FAILED_PRECONDITION, http: 409 },
  credit_limit_exceeded: { grpc: status.FAILED_PRECONDITION, http: 409 },
  idempotency_in_progress: { grpc: status.ABORTED, http: 409 },
  version_mismatch: { grpc: status.FAILED_PRECONDITION, http: 412 },
  body_too_large: { grpc: status.OUT_OF_RANGE, http: 413 },
  unsupported_media_type: { grpc: status.INVALID_ARGUMENT, http: 415 },
  method_not_allowed: { grpc: status.UNIMPLEMENTED, http: 405 },
  rate_limited: { grpc: status.RESOURCE_EXHAUSTED, http: 429 },
  upstream_unavailable: { grpc: status.UNAVAILABLE, http: 503 },
  deadline_exceeded: { grpc: status.DEADLINE_EXCEEDED, http: 504 },
  outcome_unknown: { grpc: status.UNKNOWN, http: 503 },
  internal_error: { grpc: status.INTERNAL, http: 500 },
};

/** Metadata entry of a refusal: JSON of what a status and a message cannot say. */
const ERROR_ENTRY = 'error';
/** Trailers above some 64 KiB break the stream, so that the caller would see INTERNAL: keep well below. */
const MAX_ERROR_BYTES = 16_384;
const MAX_MESSAGE = 2_000;
/** Seconds; for a peer that is down when nothing better is known. */
const DEFAULT_RETRY_AFTER = 1;

/** What a gRPC server answers for `error`. Anything but an AppError is INTERNAL without a word of its own. */
export function toStatus(error: unknown): StatusObject {
  const known = error instanceof AppError ? error : new AppError('internal_error', 'Internal error');
  const metadata = new Metadata();
  metadata.set(ERROR_ENTRY, detail(known));
  return { code: errorTable[known.code].grpc, details: known.message.toWellFormed().slice(0, MAX_MESSAGE), metadata };
}

/** The AppError that a gRPC error at a client stands for; `service` is named where the service itself failed. */
export function fromStatus(error: unknown, service: string): AppError {
  if (error instanceof AppError) return error;
  if (!isServiceError(error)) return new AppError('internal_error', 'Internal error', { cause: error });
  const sent = refusal(error);
  if (sent) {
    if (sent.code !== 'upstream_unavailable' || sent.service) {
      return new AppError(sent.code, error.details, { ...sent, cause: error });
    }
    // It says what it is missing; its caller must hear as well who cannot answer.
    const message = `Service ${service} is unavailable: ${error.details}`;
    return new AppError(sent.code, message, { ...sent, service, cause: error });
  }
  if (isUnreachable(error)) return serviceUnavailable(service, error);
  if (error.code === status.DEADLINE_EXCEEDED || error.code === status.CANCELLED) {
    return new AppError('deadline_exceeded', `Service ${service} did not answer in time`, { cause: error });
  }
  return new AppError('internal_error', 'Internal error', { cause: error });
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

function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'metadata' in error && error.metadata instanceof Metadata;
}

interface Detail {
  code: ErrorCode;
  issues?: FieldIssue[];
  retryAfter?: number;
  service?: string;
}

function refusal(error: ServiceError): Detail | undefined {
  const entry = error.metadata.get(ERROR_ENTRY)[0];
  if (typeof entry !== 'string') return undefined;
  const parsed = JSON.parse(entry) as Detail;
  return Object.hasOwn(errorTable, parsed.code) ? parsed : undefined;
}

function detail({ code, issues, retryAfter, service }: AppError): string {
  const whole = asciiJson({ code, issues, retryAfter, service });
  if (whole.length <= MAX_ERROR_BYTES || !issues) return whole;
  const brief = issues.slice(0, MAX_ISSUES).map(({ input: _, ...issue }) => issue);
  while (asciiJson({ code, issues: brief, retryAfter }).length > MAX_ERROR_BYTES) brief.length >>= 1;
  return asciiJson({ code, issues: brief, retryAfter });
}

/** JSON in printable ASCII, as metadata must be. */
export function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
