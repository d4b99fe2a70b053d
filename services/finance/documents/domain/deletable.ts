import { AppError } from '#chassis/domain/errors.ts';

const DELETABLE: readonly string[] = ['draft', 'cancelled'];

/** A document that counts stays (decisions 4). Errors: in_use. */
export function refuseDelete(resource: string, { status }: { status: string }): void {
  if (DELETABLE.includes(status)) return;
  throw new AppError('in_use', `${resource} is ${status}; only one that is ${DELETABLE.join(' or ')} can be deleted`);
}
