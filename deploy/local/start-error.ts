/** A fault of the start that the user can fix. It is shown without a stack. */
export class StartError extends Error {
  override name = 'StartError';
}

const REASONS: Record<string, string> = {
  EACCES: 'is not writable for this user',
  EPERM: 'is not writable for this user',
  ENOENT: 'cannot be made',
  EROFS: 'is on a read-only file system',
  ENOSPC: 'is on a full disk',
  EDQUOT: 'is over the disk quota',
  ENOTDIR: 'is not a folder',
  EEXIST: 'is not a folder',
};

/** Turns a system error about DATA_DIR into a StartError. Returns any other error unchanged. */
export function explainDataError(error: unknown, folder: string): unknown {
  const code = errorCode(error);
  const reason = code === undefined ? undefined : REASONS[code];
  return reason === undefined
    ? error
    : new StartError(`The data folder ${folder} ${reason} (${code}). Set DATA_DIR to another folder, or mend it.`);
}

export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
