import { expect } from '@jest/globals';
import { hasCode } from '#chassis/domain/errors.ts';

/** An error with this code, whose message contains `words`. */
export const refused = (code: string, words = '') =>
  expect.objectContaining({ code, message: expect.stringContaining(words) });

/** A refusal of the field at `loc` alone, for example `'body', 'currency'`. */
export const refusedAt = (...loc: string[]) =>
  expect.objectContaining({ code: 'validation_failed', issues: [expect.objectContaining({ loc })] });

/** Repeats a write that finds no turn among many others on a busy machine. Such a write does nothing (decisions 1: 409). */
export async function withTurn<Result>(write: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!hasCode(error, 'upstream_unavailable')) throw error;
    }
  }
}
