import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Raised whenever stored bytes change their meaning: an older engine must not open them. */
const FORMAT = 3;
/** Formats that this version reads and goes on in as its own. */
const OLDER = [1, 2];

/** A data folder that cannot be opened; the message is for the person who started the engine. */
export class DataDirError extends Error {}

/**
 * Takes the folder for this process, and makes it where it is missing.
 * @returns what gives it back
 * @throws DataDirError when another engine has it, or a newer version has written it
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
    // A number that was given away again after a crash belongs to a process with another start.
    if (isAlive(pid) && identity(pid) === owner) {
      throw new DataDirError(`the data folder ${path} is in use by another engine (process ${pid})`);
    }
    rmSync(lock, { force: true });
  }
  throw new DataDirError(`the data folder ${path} is being opened by another engine`);
}

/** The process by its number and, where the system tells it (Linux), the time of its start. */
function identity(pid: number): string {
  return `${pid} ${statOf(pid)?.start ?? ''}`;
}

/** A process that has ended and that its parent has not asked for yet (a zombie) still has a number, and holds nothing. */
function isAlive(pid: number): boolean {
  if (!(pid > 0) || statOf(pid)?.state === 'Z') return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** proc_pid_stat(5); undefined where there is no such file. */
function statOf(pid: number): { state: string | undefined; start: string | undefined } | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // The name of the program stands in brackets and may hold anything.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { state: fields[0], start: fields[19] };
}
