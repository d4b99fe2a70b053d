import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';

/** Path of an executable in the first folder that has it. */
export function findProgram(name: string, folders: string[]): string | undefined {
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
