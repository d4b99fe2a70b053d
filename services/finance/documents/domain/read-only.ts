import { AppError } from '#chassis/domain/errors.ts';

/** A document and what a change of it would change. */
interface Changing {
  /** Name of the resource in messages. */
  resource: string;
  status: string;
  /** Fields with what they were. */
  previous: object | undefined;
}

/** After its first status few fields of a document are editable (decisions 4). Errors: invalid_transition. */
export function refuseReadOnly({ resource, status, previous = {} }: Changing, editable: readonly string[]): void {
  const refused = Object.keys(previous).filter((field) => !editable.includes(field));
  if (refused.length === 0) return;
  const message = `${resource} is ${status}; its ${refused.join(', ')} cannot change; allowed: ${editable.join(', ')}`;
  throw new AppError('invalid_transition', message);
}
