import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { z } from 'zod';
import { errorCode, StartError } from './start-error.ts';

const OWNER_ONLY = 0o600;

/** Writes a file that only its owner may read. Readers see the old text or the new text, never a part of it. */
export function writeAtomically(file: string, text: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  const descriptor = openSync(draft, 'w', OWNER_ONLY);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, file);
  // Otherwise a power cut could bring the old file back. Without the keys in the new one, data could not be read.
  syncFolder(dirname(file));
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The value that `schema` parses from a JSON file; undefined if there is no file. Throws a StartError if the file is
 * damaged.
 */
export function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  const text = readIfPresent(file);
  if (text === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new StartError(`${file} is damaged. Restore it from a backup, or set DATA_DIR to another folder.`);
  }
}

export function readIfPresent(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
