import { badValue, unsupported } from '../../values/error.ts';
import { spend } from '../../values/watch.ts';

/**
 * A literal text with escaped special characters, as lists search for it. `[\s\S]*\n` may follow: then the text must be
 * before the last line feed.
 */
const LITERAL = /^((?:[^\\^$.*+?()[\]{}|]|\\[\\^$.*+?()[\]{}|]){1,5000})(\[\\s\\S\]\*\\n)?$/u;

/** Length of a text times length of the pattern that counts as one step of work. */
const STEP = 64;

/**
 * Compiles `$regex` with `$options`, for literal texts only.
 * @throws MongoError 2 for an operand of the wrong type, 115 for every other pattern
 */
export function compileRegex(pattern: unknown, options: unknown): (text: string) => boolean {
  if (typeof pattern !== 'string') throw badValue('$regex has to be a string');
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  const [, literal, beforeLastLine] = LITERAL.exec(pattern) ?? [];
  if (literal === undefined || (options ?? 'i') !== 'i') throw unsupported(`the pattern /${pattern}/${options ?? ''}`);
  const expression = new RegExp(literal, `${options ?? ''}u`);
  return (text) => {
    spend(1 + (text.length * literal.length) / STEP);
    return expression.test(beforeLastLine === undefined ? text : text.slice(0, Math.max(text.lastIndexOf('\n'), 0)));
  };
}
