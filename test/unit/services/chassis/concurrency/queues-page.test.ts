import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../../../../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** A queue's numbers, as its literal has them: a number without separators, or the name of a constant. */
function numbersOf(literal: string): string[] {
  const value = (field: string, otherwise: string) => {
    const found = literal.match(new RegExp(`\\b${field}: ([\\w.]+)`))?.[1] ?? otherwise;
    return /^\d/.test(found) ? found.replaceAll('_', '') : found;
  };
  return [
    value('limit', ''),
    value('each', '1'),
    value('maxWaiting', 'any'),
    value('maxWaitingInAll', 'any'),
    value('maxWait', 'deadline'),
  ];
}

test('docs/queues.md lists every queue of the source with its numbers, and no other', () => {
  const files = globSync('{gateway,services}/**/*.ts', { cwd: ROOT });
  const declared = files.flatMap((file) => {
    const source = read(file);
    const literals = [...source.matchAll(/new FairQueue\(\{([\s\S]*?)\}\)/g)].map(([, literal = '']) => literal);
    // A queue whose limits are no literal could not be compared.
    expect([file, literals.length]).toEqual([file, source.split('new FairQueue(').length - 1]);
    return literals.map((literal) => [literal.match(/name: '([^']+)'/)?.[1], `\`${file}\``, ...numbersOf(literal)]);
  });
  const [table = ''] = read('docs/queues.md').split('## Other mechanisms');
  const rows = table.split('\n').flatMap((line) => {
    const [, name, file, , ...numbers] = line.split('|').map((cell) => cell.trim());
    return file?.startsWith('`') ? [[name, file, ...numbers.slice(0, 5)]] : [];
  });
  expect(rows.sort()).toEqual(declared.sort());
});
