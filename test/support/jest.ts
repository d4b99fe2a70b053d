import { join } from 'node:path';

const JEST = join(import.meta.dirname, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

/** Program and arguments that run jest. */
export function jestCommand(...args: string[]): [string, string[]] {
  return [process.execPath, [JEST, ...args]];
}
