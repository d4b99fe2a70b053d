import { runInNewContext } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { distinct, type Pattern, patternsOfContracts, patternsOfSource } from '../support/patterns.ts';

const LENGTH = 512 * 1024;
/** Milliseconds. What grows with the square of the text takes minutes for so many characters; what grows with it, some 5. */
const PATIENCE = 20_000;

const source = patternsOfSource();
const patterns = distinct([...source.literals, ...(await patternsOfContracts())]);

/** What a pattern may go round in: what callers send most, and what the pattern itself is made of. */
const COMMON = ['0', 'a', 'A', ' ', '=', '-', '.', '@', '/', '"', 'eyJ', '0.', 'a.', '$[', '%'];

function* hostileTexts({ source }: Pick<Pattern, 'source'>): Generator<string> {
  const own = source.match(/\w{2,}|[^\w\\]/g) ?? [];
  for (const piece of new Set([...COMMON, ...own])) yield `${piece.repeat(LENGTH / piece.length)}\0`;
}

/** Throws when it takes too long. */
function search({ source, flags }: Pick<Pattern, 'source' | 'flags'>, text: string): void {
  runInNewContext('text.search(new RegExp(source, flags))', { source, flags, text }, { timeout: PATIENCE });
}

test('there are patterns to look at', () => {
  expect(patterns.length).toBeGreaterThan(50);
});

test.each(patterns.map((pattern) => [`${pattern.file}: /${pattern.source}/${pattern.flags}`, pattern] as const))(
  'long texts do not hold up %s',
  (_, pattern) => {
    for (const text of hostileTexts(pattern)) expect(() => search(pattern, text)).not.toThrow();
  },
);

describe('the hostile texts are such', () => {
  test.each([
    ['a token', 'eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+', 'g'],
    ['a number', '^\\s*[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?\\s*$', ''],
    ['padding', '=+$', ''],
  ])('they hold up a careless pattern of %s', (_, source, flags) => {
    const held = hostileTexts({ source }).some((text) => {
      try {
        runInNewContext('text.search(new RegExp(source, flags))', { source, flags, text }, { timeout: 500 });
        return false;
      } catch {
        return true;
      }
    });
    expect(held).toBe(true);
  });
});

test('no pattern is made of text, but for plain text in the embedded engine', () => {
  expect([...new Set(source.constructing)]).toEqual(['deploy/local/mongo-engine/semantics/match/regex.ts']);
});
