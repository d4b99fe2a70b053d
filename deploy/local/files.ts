import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { errorCode } from './start-error.ts';

const OWNER_ONLY = 0o600;

/** Readers see the old text or the new, never a part. Readable for the owner alone. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, 'w', OWNER_ONLY);
  try {
    writeSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
}

export function readJson(file: string): unknown {
  const text = readIfPresent(file);
  return text === undefined ? undefined : JSON.parse(text);
}

export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
