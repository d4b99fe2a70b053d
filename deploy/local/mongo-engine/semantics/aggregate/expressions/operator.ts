import type { Document } from 'bson';
import { located } from '../../../values/error.ts';
import { asDocument } from '../../../values/value.ts';
import { spendOn } from '../../../values/watch.ts';
import type { Compile, Expression, Scope } from '../scope.ts';
import { declaring } from '../variables.ts';

/** Compiles the operand of an operator; `name` is for its errors. */
export type Operator = (operand: unknown, compile: Compile, name: string) => Expression;

export const isNullish = (value: unknown): value is null | undefined => value === null || value === undefined;

/** An operator over evaluated arguments, of which it takes `least` to `most`. */
export function eager(
  least: number,
  most: number,
  evaluate: (args: readonly unknown[], name: string, scope: Scope) => unknown,
): Operator {
  return (operand, compile, name) => {
    const args = argumentsOf(operand, least, most, name).map(compile);
    return (scope) => {
      const values = args.map((argument) => argument(scope));
      // It may look at all of each, as of a long text that stands in the expression.
      for (const value of values) spendOn(value);
      return evaluate(values, name, scope);
    };
  };
}

/** As `eager`, null where any argument is null or missing. */
export function nullable(
  least: number,
  most: number,
  evaluate: (args: readonly unknown[], name: string, scope: Scope) => unknown,
): Operator {
  return eager(least, most, (args, name, scope) => (args.some(isNullish) ? null : evaluate(args, name, scope)));
}

export function argumentsOf(operand: unknown, least: number, most: number, name: string): unknown[] {
  const args = Array.isArray(operand) ? operand : [operand];
  if (args.length >= least && args.length <= most) return args;
  const wanted = least === most ? `exactly ${least}` : `at least ${least} arguments, and at most ${most}`;
  throw located(16020, `Expression ${name} takes ${wanted} arguments. ${args.length} were passed in.`);
}

/**
 * The named arguments of an operator that takes a document, compiled; absent ones are left out. `variables`: the names that
 * the operator gives to an argument.
 */
export function namedArguments(
  operand: unknown,
  compile: Compile,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
  variables: Readonly<Record<string, readonly string[]>> = {},
): Record<string, Expression> {
  const document = declaredArguments(operand, name, required, optional);
  return Object.fromEntries(
    Object.keys(document).map((key) => [key, declaring(variables[key] ?? [], () => compile(document[key]))]),
  );
}

/** MongoDB's numbers for what is no document, an argument that nobody knows, and one that is missing. */
type Codes = readonly [number, number, number];

/** The named arguments as they stand, all of which the operator has declared. */
export function declaredArguments(
  operand: unknown,
  name: string,
  required: readonly string[],
  optional: readonly string[] = [],
  [noDocument, unknown, missing]: Codes = [28646, 28647, 28648],
): Document {
  const document = asDocument(operand);
  if (document === undefined) throw located(noDocument, `${name} only supports an object as its argument`);
  const stranger = Object.keys(document).find((key) => !required.includes(key) && !optional.includes(key));
  if (stranger !== undefined) throw located(unknown, `Unrecognized parameter to ${name}: ${stranger}`);
  const absent = required.find((key) => !(key in document));
  if (absent !== undefined) throw located(missing, `Missing '${absent}' parameter to ${name}`);
  return document;
}
