import { AppError } from '#chassis/domain/errors.ts';

const DELETABLE: readonly string[] = ['draft', 'cancelled'];

/** Only drafts and cancelled documents can be deleted (decisions 4). Errors: in_use. */
export function refuseDelete(resource: string, { status }: { status: string }): void {
  if (DELETABLE.includes(status)) return;
  throw new AppError('in_use', `${resource} is ${status}; only one that is ${DELETABLE.join(' or ')} can be deleted`);
}
