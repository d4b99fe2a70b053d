import { existsSync, mkdirSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { lockDataDir } from './data-lock.ts';
import { readJson, writeAtomically } from './files.ts';
import { explainDataError, StartError } from './start-error.ts';

/** Format of the folder. It rises when an older version can no longer read the folder. */
const FORMAT = 1;
const FREE_BYTES_NEEDED = 128 * 1024 * 1024;
const formatFile = z.object({ format: z.number().int() });

export interface DataDir {
  path: string;
  logs: string;
  tls: string;
  mail: string;
  runFile: string;
  release(): void;
}

/**
 * Creates the folder if it is missing, and locks it for this process. Throws a StartError that the user understands.
 */
export async function openDataDir(folder: string): Promise<DataDir> {
  try {
    // `recursive` only if parents are missing: a recursive mkdir never ends on file systems that refuse folders with
    // ENOENT (/proc).
    if (!existsSync(folder)) mkdirSync(folder, { recursive: !existsSync(dirname(folder)), mode: 0o700 });
    const path = realpathSync(folder);
    checkFormat(path);
    checkSpace(path);
    const release = await lockDataDir(path);
    writeAtomically(join(path, 'format.json'), `${JSON.stringify({ format: FORMAT })}\n`);
    return { ...makeFolders(path), release };
  } catch (error) {
    throw explainDataError(error, folder);
  }
}

function makeFolders(path: string): Omit<DataDir, 'release'> {
  const [logs, tls, mail] = ['log', 'tls', 'mail'].map((name) => {
    const folder = join(path, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  }) as [string, string, string];
  const runFile = join(path, 'run.json');
  // The run file of a killed supervisor names processes that no longer run.
  rmSync(runFile, { force: true });
  return { path, logs, tls, mail, runFile };
}

function checkFormat(path: string): void {
  const { format } = readJson(join(path, 'format.json'), formatFile) ?? { format: FORMAT };
  if (format > FORMAT) {
    throw new StartError(
      `The data folder ${path} belongs to a newer version of Selvedge (data format ${format}; this version reads up to ${FORMAT}). Start the newer version, or set DATA_DIR to another folder.`,
    );
  }
}

function checkSpace(path: string): void {
  const { bavail, bsize } = statfsSync(path);
  const free = bavail * bsize;
  if (free >= FREE_BYTES_NEEDED) return;
  throw new StartError(
    `The disk of the data folder ${path} is full: ${megabytes(free)} MB are free, ${megabytes(FREE_BYTES_NEEDED)} MB are needed.`,
  );
}

function megabytes(bytes: number): number {
  return Math.floor(bytes / (1024 * 1024));
}
