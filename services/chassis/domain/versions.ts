import { AppError } from './errors.ts';

/** Versions of one document. */
export const MAX_VERSIONS = 500;

/** Before a further one is made. `document`: what messages call it. Errors: conflict. */
export function refuseTooManyVersions(document: string, count: number): void {
  if (count < MAX_VERSIONS) return;
  throw new AppError('conflict', `A ${document} has at most ${MAX_VERSIONS} versions`);
}
