import type { IncomingMessage } from 'node:http';
import { AppError, type FieldIssue, hasCode } from '#chassis/domain/errors.ts';
import { errors } from '#proto/common/v1/errors.contract.ts';
import { echo, echoName } from '../payload/echo.ts';
import { valueError } from '../payload/validate.ts';
import type { Headers } from './headers.ts';

/** The only status of success (decisions 1: Success status). */
export const SUCCESS = 200;
export const NOT_MODIFIED = 304;
export const FOUND = 302;

/** Refusals of bytes that are not yet a request. */
export const TRANSPORT_REFUSALS = {
  malformed_request: { status: 422, detail: [valueError(['header'], 'not an HTTP request', null)] },
  uri_too_long: { status: 414, detail: 'URL is longer than 16384 bytes' },
  headers_too_large: { status: 431, detail: 'URL and headers are larger than 16384 bytes' },
  request_timeout: { status: 408, detail: 'Request did not arrive in time' },
} satisfies Record<string, { status: number; detail: string | FieldIssue[] }>;

export type TransportRefusal = keyof typeof TRANSPORT_REFUSALS;

/** An error in the form that callers see (decisions 1: Error body). */
interface Problem {
  status: number;
  headers: Headers;
  body: { detail: string | FieldIssue[]; code: string; request_id: string };
}

/** The answer for `error`. An error other than AppError becomes internal_error, without its message. */
export function problem(error: unknown, requestId: string): Problem {
  const known = error instanceof AppError ? error : new AppError('internal_error', 'Internal error');
  const status = errors[known.code].http;
  return {
    status,
    headers: headersOf(known, status),
    body: { detail: status === 422 ? issuesOf(known) : known.message, code: known.code, request_id: requestId },
  };
}

export function transportProblem(refusal: TransportRefusal, requestId: string): Omit<Problem, 'headers'> {
  const { status, detail } = TRANSPORT_REFUSALS[refusal];
  return { status, body: { detail, code: refusal, request_id: requestId } };
}

/**
 * Adds advice to outcome_unknown: the way to find out whether the write took effect (decisions 1). Returns any other
 * error unchanged.
 */
export function withAdvice(error: unknown, request: Pick<IncomingMessage, 'method' | 'headers'>): unknown {
  if (!hasCode(error, 'outcome_unknown')) return error;
  const { code, message, retryAfter = 1, cause } = error;
  return new AppError(code, `${message}; ${advice(request)}`, { retryAfter, cause });
}

function advice({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string {
  if (method !== 'POST') return 'read the record to see whether it took place';
  if (headers['idempotency-key'] !== undefined) return 'send it again with the same Idempotency-Key';
  return 'look whether it took place before sending it again';
}

/** True for refusals that end with time: their answer has Retry-After. */
export const isPassing = (status: number): boolean => status === 429 || status === 503;

function headersOf({ retryAfter }: AppError, status: number): Headers {
  const headers: Headers = {};
  if (status === 401) headers['WWW-Authenticate'] = 'Bearer';
  if (isPassing(status)) headers['Retry-After'] = String(Math.max(1, Math.ceil(retryAfter ?? 1)));
  return headers;
}

function issuesOf({ code, message, issues }: AppError): FieldIssue[] {
  if (issues && issues.length > 0) return issues.map(shown);
  return [valueError(code === 'idempotency_key_reused' ? ['header', 'idempotency-key'] : ['body'], message, null)];
}

/** A fault as callers see it. Only this function decides which parts of a request are shown in the answer. */
function shown({ type, loc, msg, input, ctx }: FieldIssue): FieldIssue {
  // For a missing field, the answer shows the object in which it is missing.
  const path = type === 'missing' ? loc.slice(0, -1) : loc;
  return { type, loc: loc.map(echoName), msg, input: echo(input, path), ...(ctx && { ctx }) };
}
