import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** The command of a script of package.json. npm itself takes a second of processor time each time. */
export function commandOf(script: string): [string, ...string[]] {
  const words = (scripts[script] ?? '').split(' ');
  return [process.execPath, ...words.slice(words.indexOf('node') + 1)];
}
