import { AppError } from './errors.ts';

/** Maximum number of versions of one document. */
export const MAX_VERSIONS = 500;

/**
 * Must be called before another version is made. `document`: its name in messages. Errors: conflict if the document has
 * the maximum.
 */
export function refuseTooManyVersions(document: string, count: number): void {
  if (count < MAX_VERSIONS) return;
  throw new AppError('conflict', `A ${document} has at most ${MAX_VERSIONS} versions`);
}
