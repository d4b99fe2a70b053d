import { AppError } from '#chassis/domain/errors.ts';

/** `deadline`: epoch milliseconds. Errors: deadline_exceeded. */
export function refuseLate(deadline: number): void {
  if (Date.now() >= deadline) throw new AppError('deadline_exceeded', 'The requirements could not be computed in time');
}
