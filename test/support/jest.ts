import { join } from 'node:path';

const JEST = join(import.meta.dirname, '..', '..', 'node_modules', 'jest', 'bin', 'jest.js');

/** Program and arguments that run jest on ES modules. */
export function jestCommand(...args: string[]): [string, string[]] {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return [process.execPath, [...flags, JEST, ...args]];
}
