import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/**
 * Program and arguments of a script in package.json. Tests do not start npm, because npm takes a second of processor
 * time.
 */
export function commandOf(script: string): [string, ...string[]] {
  const words = (scripts[script] ?? '').split(' ');
  return [process.execPath, ...words.slice(words.indexOf('node') + 1)];
}
