import { expect } from '@jest/globals';

/** An error with this code, whose message contains `words`. */
export const refused = (code: string, words = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(words) });

/** A refusal of the field at `loc` alone, for example `'body', 'currency'`. */
export const refusedAt = (...loc: string[]) =>
  expect.objectContaining({ code: 'validation_failed', issues: [expect.objectContaining({ loc })] });
