import { constants } from 'node:os';
import { MongoError } from '../values/error.ts';

const { ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM } = constants.errno;
/** LMDB's code for a full map of the file. lmdb enlarges the map, unless there is no address space left (ENOMEM). */
const MAP_FULL = -30_792;
/** LMDB returns EIO if the disk has taken only a part of a write. */
const OUT_OF_SPACE: ReadonlySet<unknown> = new Set([ENOSPC, EDQUOT, EFBIG, EIO, ENOMEM, MAP_FULL]);

/**
 * True for errors of LMDB and of the system, which have numeric codes. lmdb's errors about wrong arguments have none.
 */
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

/** The cause of a failed commit. lmdb's error only says that a commit failed, and contains a promise of the cause. */
export async function causeOf(error: unknown): Promise<unknown> {
  const { commitError } = error as { commitError?: Promise<never> };
  return commitError === undefined ? error : commitError.catch((cause) => cause);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined;
}
