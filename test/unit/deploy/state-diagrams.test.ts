import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { PAGE, statesPage } from '../../../deploy/tools/state-diagrams.ts';

test('docs/states.md shows the tables as they are; else: npm run docs:states', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(statesPage());
});
