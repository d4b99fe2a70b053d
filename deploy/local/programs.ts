import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Path of an executable in the first folder that has it. */
export function findProgram(name: string, folders: string[]): string | undefined {
  return findPrograms(name, folders)[0];
}

/** The paths in all folders that have the executable, in order. */
export function findPrograms(name: string, folders: string[]): string[] {
  return folders.map((folder) => join(folder, name)).filter(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
