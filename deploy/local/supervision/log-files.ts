import {
  closeSync,
  copyFileSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs';
import { join } from 'node:path';

const TAIL_BYTES = 4096;
const TAIL_LINES = 15;
const LARGEST_BYTES = 32 * 1024 * 1024;
const CHECK_MS = 60_000;

/** The last lines of a log, indented. */
export function logTail(file: string): string {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const buffer = Buffer.alloc(Math.min(size, TAIL_BYTES));
    readSync(descriptor, buffer, 0, buffer.length, size - buffer.length);
    const lines = buffer.toString('utf8').trimEnd().split('\n').slice(-TAIL_LINES);
    return lines.map((line) => `  ${line}`).join('\n');
  } finally {
    closeSync(descriptor);
  }
}

/** Limits the logs of each process to two files of about 32 MiB. Returns a function that stops this. */
export function limitLogs(folder: string): () => void {
  const timer = setInterval(() => trimLogs(folder), CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

/** Copies and truncates each large log, because the processes have the files open for appending. */
export function trimLogs(folder: string, largest: number = LARGEST_BYTES): void {
  for (const name of readdirSync(folder).filter((entry) => entry.endsWith('.log'))) {
    const file = join(folder, name);
    if (statSync(file).size <= largest) continue;
    copyOrNone(file, `${file}.1`);
    truncateSync(file);
  }
}

/** On a full disk, free space is more important than old lines: they are deleted. */
function copyOrNone(file: string, copy: string): void {
  try {
    copyFileSync(file, copy);
  } catch {
    rmSync(copy, { force: true });
  }
}
