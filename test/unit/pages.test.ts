import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';

const MAX_LINES = 60;

const read = (page: string) => readFileSync(page, 'utf8');
const records = globSync('docs/adr/*.md');
const pages = [
  ...globSync('docs/**/*.md'),
  ...globSync('{gateway,services,deploy,proto,test}/**/README.md'),
  'README.md',
];

test.each(records)('%s says its decision below the title', (record) => {
  expect(read(record)).toMatch(/^# \d+\. .+\n\n[A-Z`][^#]+\.\n\n\*\*Status:\*\* /);
});

test('records of decisions have at most 60 lines', () => {
  const long = records.filter((record) => read(record).trimEnd().split('\n').length > MAX_LINES);
  expect(long).toEqual([]);
});

test('the glossary has at most 40 terms of architecture', () => {
  const [, terms = ''] = read('docs/glossary.md').split('## Architecture');
  expect(terms.match(/\*\*[^*]+\*\*/g)?.length).toBeLessThanOrEqual(40);
});

test.each(pages)('links of %s lead to files and headings that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file === '' ? page : join(dirname(page), file);
    return !existsSync(target) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

/** Anchors as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}
