import fc from 'fast-check';

/** The first surrogate (U+D800), and the number of surrogates (U+D800 to U+DFFF). A surrogate alone is no character. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800];

/**
 * Any Unicode character, as the unit of `fc.string`. The unit 'binary' of fast-check first lists all 1.1 million
 * characters, which takes each process 0.7 s. `numberOf` is the inverse function: fast-check needs it to insert words
 * that are dangerous to programs, such as __proto__.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - HALVES })
  .map((number) => String.fromCodePoint(number < FIRST_HALF ? number : number + HALVES), numberOf);

function numberOf(character: unknown): number {
  const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== character || !character.isWellFormed())
    throw new Error('Not one character');
  return code < FIRST_HALF ? code : code - HALVES;
}
