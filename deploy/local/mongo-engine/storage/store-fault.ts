import { constants } from 'node:os';
import { MongoError } from '../values/error.ts';

const { ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM } = constants.errno;
/** LMDB's: its map of the file is full. lmdb enlarges it, unless there is no address space left (ENOMEM). */
const MAP_FULL = -30_792;
/** EIO is what LMDB makes of a write that the disk took a part of. */
const OUT_OF_SPACE: ReadonlySet<unknown> = new Set([ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, MAP_FULL]);

/** LMDB's own numbers and the system's are numbers; what lmdb says of wrong arguments has none. */
export function isRefusedByStore(error: unknown): boolean {
  return typeof codeOf(error) === 'number';
}

export function isOutOfSpace(error: unknown): boolean {
  return OUT_OF_SPACE.has(codeOf(error));
}

export const outOfDiskSpace = (cause: unknown): MongoError =>
  new MongoError(14031, 'OutOfDiskSpace', `the disk has no room for the write: ${cause}`);

export const mapFull = (): MongoError => outOfDiskSpace('the map of the file is full (MAP_SIZE)');

export const diskFull = (reserve: number): MongoError =>
  outOfDiskSpace(`less than ${reserve} bytes are free (DISK_RESERVE)`);

/** lmdb says only that a commit failed, and promises the reason. */
export async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  return commitError === undefined ? error : commitError.catch((cause) => cause);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}
