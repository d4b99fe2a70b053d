import type { BSONRegExp } from 'bson';
import type { Budget } from '../../../scheduling/budget.ts';
import { located } from '../../../values/error.ts';
import { compileRegex, type Regex } from '../../match/regex.ts';
import { isRegex } from '../../match/value-tests.ts';
import type { Compile, Scope } from '../scope.ts';
import { codePoints, cut } from './code-points.ts';
import { isNullish, namedArguments, type Operator } from './operator.ts';
import { stringOf } from './strings.ts';

type Search = (scope: Scope) => { text: string; regex: Regex } | undefined;

/** The text and the expression that `$regexMatch` and its kin are given; undefined where either is null. */
function searchOf(operand: unknown, compile: Compile, name: string): Search {
  const { input, regex, options } = namedArguments(operand, compile, name, ['input', 'regex'], ['options']);
  return (scope) => {
    const [text, pattern, letters] = [input?.(scope), regex?.(scope), options?.(scope)];
    if (isNullish(text) || isNullish(pattern)) return undefined;
    if (typeof pattern !== 'string' && !isRegex(pattern))
      throw located(51105, `${name} needs 'regex' to be of type string or regex`);
    const flags = isNullish(letters) ? undefined : stringOf(letters, name, 51106);
    return { text: stringOf(text, name, 51104), regex: compileRegex(pattern as string | RegExp | BSONRegExp, flags) };
  };
}

/** Bytes, about, for each part of a match. */
const FOUND_SIZE = 128;

interface Found {
  match: string;
  idx: number;
  captures: (string | null)[];
}

/** Each match, its `idx` counted in code points, of which none is counted twice. */
function* described({ text, regex }: { text: string; regex: Regex }, budget: Budget): Generator<Found> {
  let [counted, idx] = [0, 0];
  for (const match of regex.matches(text)) {
    const { index = 0 } = match;
    idx += codePoints(text.slice(counted, index));
    counted = index;
    budget.make(FOUND_SIZE * match.length);
    const [whole, ...captures] = match.map((part?: string) => (part === undefined ? null : cut(part, 0)));
    yield { match: whole ?? '', idx, captures };
  }
}

export const TEXT_SEARCH: Record<string, Operator> = {
  $regexMatch: (operand, compile, name) => {
    const search = searchOf(operand, compile, name);
    return (scope) => {
      const found = search(scope);
      return found?.regex.test(found.text) ?? false;
    };
  },
  $regexFind: (operand, compile, name) => {
    const search = searchOf(operand, compile, name);
    return (scope) => {
      const found = search(scope);
      return (found && described(found, scope.budget).next().value) ?? null;
    };
  },
  $regexFindAll: (operand, compile, name) => {
    const search = searchOf(operand, compile, name);
    return (scope) => {
      const found = search(scope);
      return found ? [...described(found, scope.budget)] : [];
    };
  },
};
