import { AppError } from '#chassis/domain/errors.ts';

/** A document, and the fields that a write changes. */
interface Changing {
  /** Name of the resource in messages. */
  resource: string;
  status: string;
  /** The changed fields with their earlier values. */
  previous: object | undefined;
}

/** After its first status, only few fields of a document can change (decisions 4). Errors: invalid_transition. */
export function refuseReadOnly({ resource, status, previous = {} }: Changing, editable: readonly string[]): void {
  const refused = Object.keys(previous).filter((field) => !editable.includes(field));
  if (refused.length === 0) return;
  const message = `${resource} is ${status}; its ${refused.join(', ')} cannot change; allowed: ${editable.join(', ')}`;
  throw new AppError('invalid_transition', message);
}
