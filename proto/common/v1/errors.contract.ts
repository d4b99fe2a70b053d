import { financeErrors } from '../../finance/v1/errors.contract.ts';
import { identityErrors } from '../../identity/v1/errors.contract.ts';

/**
 * All error codes, each with its HTTP status and its gRPC status (decisions 1: Error body). Callers branch on the codes. To add
 * a code, add a line here, or in the contract of the service if only one service raises it, and a line in the API changelog.
 */
export const errors = {
  validation_failed: { http: 422, grpc: 'INVALID_ARGUMENT' },
  idempotency_key_reused: { http: 422, grpc: 'INVALID_ARGUMENT' },
  not_authenticated: { http: 401, grpc: 'UNAUTHENTICATED' },
  ...identityErrors,
  insufficient_permissions: { http: 403, grpc: 'PERMISSION_DENIED' },
  not_found: { http: 404, grpc: 'NOT_FOUND' },
  conflict: { http: 409, grpc: 'ABORTED' },
  invalid_transition: { http: 409, grpc: 'FAILED_PRECONDITION' },
  in_use: { http: 409, grpc: 'FAILED_PRECONDITION' },
  ...financeErrors,
  idempotency_in_progress: { http: 409, grpc: 'ABORTED' },
  version_mismatch: { http: 412, grpc: 'FAILED_PRECONDITION' },
  body_too_large: { http: 413, grpc: 'OUT_OF_RANGE' },
  unsupported_media_type: { http: 415, grpc: 'INVALID_ARGUMENT' },
  method_not_allowed: { http: 405, grpc: 'UNIMPLEMENTED' },
  rate_limited: { http: 429, grpc: 'RESOURCE_EXHAUSTED' },
  upstream_unavailable: { http: 503, grpc: 'UNAVAILABLE' },
  deadline_exceeded: { http: 504, grpc: 'DEADLINE_EXCEEDED' },
  outcome_unknown: { http: 503, grpc: 'UNKNOWN' },
  internal_error: { http: 500, grpc: 'INTERNAL' },
} as const;

export type ErrorCode = keyof typeof errors;
export const errorCodes = Object.keys(errors) as ErrorCode[];
