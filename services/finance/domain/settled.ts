import { AppError } from '#chassis/domain/errors.ts';

/** A document and what a change of it would change. */
interface Changing {
  /** What messages call it. */
  resource: string;
  status: string;
  /** Fields with what they were. */
  previous: object | undefined;
}

/** After its first status a document takes few changes (decisions 4). `open`: those. Errors: invalid_transition. */
export function refuseSettled({ resource, status, previous = {} }: Changing, open: readonly string[]): void {
  const refused = Object.keys(previous).filter((field) => !open.includes(field));
  if (refused.length === 0) return;
  const message = `${resource} is ${status}; its ${refused.join(', ')} cannot change; allowed: ${open.join(', ')}`;
  throw new AppError('invalid_transition', message);
}
