import type { BSONRegExp } from 'bson';
import { located } from '../error.ts';
import type { Compile, Scope } from '../expression.ts';
import { compileRegex } from '../regex.ts';
import { isRegex } from '../value-tests.ts';
import { isNullish, namedArguments, type Operator } from './operator.ts';
import { stringOf } from './strings.ts';

type Search = (scope: Scope) => { text: string; regex: RegExp } | undefined;

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

interface Found {
  match: string;
  idx: number;
  captures: (string | null)[];
}

/** `idx` counts code points. */
function describe(found: RegExpMatchArray, text: string): Found {
  const idx = Array.from(text.slice(0, found.index)).length;
  return { match: found[0], idx, captures: found.slice(1).map((capture) => capture ?? null) };
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
      const { text, regex } = search(scope) ?? {};
      const match = text === undefined ? null : text.match(regex as RegExp);
      return match === null ? null : describe(match, text as string);
    };
  },
  $regexFindAll: (operand, compile, name) => {
    const search = searchOf(operand, compile, name);
    return (scope) => {
      const { text, regex } = search(scope) ?? {};
      if (text === undefined || regex === undefined) return [];
      return Array.from(text.matchAll(new RegExp(regex, `${regex.flags}g`)), (match) => describe(match, text));
    };
  },
};
