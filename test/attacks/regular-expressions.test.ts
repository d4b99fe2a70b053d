import { describe, expect, test } from '@jest/globals';
import { isHeldUp } from '../support/patterns/hostile-texts.ts';
import { patternsOfProject, patternsOfSource } from '../support/patterns/patterns.ts';
import { lineOf, readVerdicts } from '../support/patterns/verdicts.ts';

const COMMAND = 'run npm run patterns';

const source = patternsOfSource();

describe('regular expressions', () => {
  test('each was judged safe, and the file of verdicts names no other', async () => {
    const patterns = await patternsOfProject(source);
    const lines = patterns.map(lineOf);
    const known = readVerdicts();
    const unjudged = patterns.filter((pattern) => !known.includes(lineOf(pattern)));
    const obsolete = known.filter((line) => !lines.includes(line));
    expect(patterns.length).toBeGreaterThan(50);
    expect({ [`not judged, ${COMMAND}`]: unjudged, [`no longer there, ${COMMAND}`]: obsolete }).toEqual({
      [`not judged, ${COMMAND}`]: [],
      [`no longer there, ${COMMAND}`]: [],
    });
  });

  test.each([
    ['a token', 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+', 'g'],
    ['a number', '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*$', ''],
    ['padding', '=+$', ''],
  ])('the hostile texts hold up a careless pattern of %s', (_, source, flags) => {
    expect(isHeldUp({ source, flags }, 500)).toBe(true);
  });

  test('no pattern is made of text, except plain text in the embedded engine', () => {
    expect([...new Set(source.constructing)]).toEqual(['deploy/local/mongo-engine/semantics/match/regex.ts']);
  });
});
