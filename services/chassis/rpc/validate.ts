import type { z } from 'zod';
import { AppError, type FieldIssue, MAX_ISSUES } from '../domain/errors.ts';

/**
 * Checks a message by its contract. The gateway has checked the same and answered in the public words; what fails only
 * here is still refused as validation_failed at its place. The value is not echoed: it may be a secret. `at`: where in its
 * message it is, for a part.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  at: readonly string[] = [],
): z.output<Schema> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES).map((issue) => fieldIssue(issue, at));
  throw new AppError('validation_failed', 'Validation failed', { issues });
}

function fieldIssue({ path, message }: z.core.$ZodIssue, at: readonly string[]): FieldIssue {
  return { loc: ['body', ...at, ...path.map(String)], msg: message, type: 'value_error' };
}
