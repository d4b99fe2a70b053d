import type { IncomingMessage } from 'node:http';
import { AppError } from '#chassis/domain/errors.ts';

/** The error as the caller of a write in doubt is told it: with how to find out whether it took place (decisions 1). */
export function withAdvice(error: unknown, request: Pick<IncomingMessage, 'method' | 'headers'>): unknown {
  if (!(error instanceof AppError) || error.code !== 'outcome_unknown') return error;
  const { code, message, retryAfter = 1, cause } = error;
  return new AppError(code, `${message}; ${advice(request)}`, { retryAfter, cause });
}

function advice({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): string {
  if (method !== 'POST') return 'read the record to see whether it took place';
  if (headers['idempotency-key'] !== undefined) return 'send it again with the same Idempotency-Key';
  return 'look whether it took place before sending it again';
}
