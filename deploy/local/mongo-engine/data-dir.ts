import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Format of the stored bytes. It rises when their meaning changes, because an older engine must not open them. */
const FORMAT = 3;
/** Older formats that this version can read. It continues them in its own format. */
const OLDER = [1, 2];

/** A data folder that cannot be opened. The message is for the person who started the engine. */
export class DataDirError extends Error {}

/**
 * Creates the folder if it is missing, and locks it for this process.
 * @returns a function that releases the lock
 * @throws DataDirError if another engine holds the lock, or a newer version has written the folder
 */
export function claimDataDir(path: string): () => void {
  mkdirSync(path, { recursive: true });
  const format = join(path, 'format');
  checkFormat(format, path);
  const lock = join(path, 'engine.lock');
  takeLock(lock, path);
  writeFileSync(format, `${FORMAT}\n`);
  return () => rmSync(lock, { force: true });
}

function checkFormat(file: string, path: string): void {
  if (!existsSync(file)) return;
  const found = Number(readFileSync(file, 'utf8'));
  if (found === FORMAT || OLDER.includes(found)) return;
  const reason = found > FORMAT ? 'was written by a newer version' : 'holds data in a format that is unknown';
  throw new DataDirError(`the data folder ${path} ${reason} (format ${found}, this version reads ${FORMAT})`);
}

function takeLock(lock: string, path: string): void {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      writeFileSync(lock, identity(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const owner = readFileSync(lock, 'utf8');
    const pid = Number.parseInt(owner, 10);
    // After a crash, the pid may belong to another process, which has another start time.
    if (isAlive(pid) && identity(pid) === owner) {
      throw new DataDirError(`the data folder ${path} is in use by another engine (process ${pid})`);
    }
    rmSync(lock, { force: true });
  }
  throw new DataDirError(`the data folder ${path} is being opened by another engine`);
}

/** The pid and, on Linux, the start time of the process. */
function identity(pid: number): string {
  return `${pid} ${statOf(pid)?.start ?? ''}`;
}

/** False also for a zombie: a process that has ended, but that its parent has not waited for. It still has a pid. */
function isAlive(pid: number): boolean {
  if (!(pid > 0) || statOf(pid)?.state === 'Z') return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** State and start time of a process (proc_pid_stat(5)); undefined if the system has no such file. */
function statOf(pid: number): { state: string | undefined; start: string | undefined } | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // The name of the program is in parentheses, and may contain anything.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0], start: fields[19] };
}
