import type { Document } from 'bson';
import { located } from '../../../values/error.ts';
import { asDocument } from '../../../values/value.ts';
import { isTruthy } from '../../match/value-tests.ts';
import type { Expression, Scope } from '../scope.ts';
import { arrayOf, integerOf } from './arrays.ts';
import { declaredArguments, isNullish, namedArguments, type Operator } from './operator.ts';

function inner(scope: Scope, variables: Record<string, unknown>): Scope {
  scope.budget?.tick();
  return { ...scope, variables: { ...scope.variables, ...variables } };
}

/** The name that `as` gives to the element; it is a word, not an expression. */
function elementName(operand: unknown, name: string): string {
  const as: unknown = (operand as Document).as ?? 'this';
  if (typeof as !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(as)) {
    throw located(16867, `'${String(as)}' starts with an invalid character for a user variable name in ${name}`);
  }
  return as;
}

const map: Operator = (operand, compile, name) => {
  const { input, in: body } = namedArguments(operand, compile, name, ['input', 'in'], ['as']) as Record<
    string,
    Expression
  >;
  const as = elementName(operand, name);
  return (scope) => {
    const value = input?.(scope);
    if (isNullish(value)) return null;
    return arrayOf(value, name, 16883).map((element) => body?.(inner(scope, { [as]: element })) ?? null);
  };
};

const filter: Operator = (operand, compile, name) => {
  const { input, cond, limit } = namedArguments(operand, compile, name, ['input', 'cond'], ['as', 'limit']);
  const as = elementName(operand, name);
  return (scope) => {
    const value = input?.(scope);
    if (isNullish(value)) return null;
    const kept = arrayOf(value, name, 28651).filter((element) => isTruthy(cond?.(inner(scope, { [as]: element }))));
    const most = limit?.(scope);
    return isNullish(most) ? kept : kept.slice(0, integerOf(most, name, 327391));
  };
};

const reduce: Operator = (operand, compile, name) => {
  const { input, initialValue, in: body } = namedArguments(operand, compile, name, ['input', 'initialValue', 'in']);
  return (scope) => {
    const value = input?.(scope);
    if (isNullish(value)) return null;
    return arrayOf(value, name, 40080).reduce<unknown>(
      (reduced, element) => body?.(inner(scope, { value: reduced, this: element })),
      initialValue?.(scope),
    );
  };
};

const letIn: Operator = (operand, compile, name) => {
  const { vars, in: body } = declaredArguments(operand, name, ['vars', 'in'], [], [16874, 16875, 16876]);
  const bindings = asDocument(vars);
  if (bindings === undefined) throw located(16876, "the 'vars' parameter to $let must be an object");
  const compiled = Object.keys(bindings).map((key) => [key, compile(bindings[key])] as const);
  const evaluate = compile(body);
  return (scope) => evaluate(inner(scope, Object.fromEntries(compiled.map(([key, value]) => [key, value(scope)]))));
};

const zip: Operator = (operand, compile, name) => {
  const { inputs, useLongestLength, defaults } = namedArguments(
    operand,
    compile,
    name,
    ['inputs'],
    ['useLongestLength', 'defaults'],
  );
  return (scope) => {
    const arrays = arrayOf(inputs?.(scope), name, 34461);
    if (arrays.some(isNullish)) return null;
    const rows = arrays.map((array) => arrayOf(array, name, 34468));
    const lengths = rows.map((row) => row.length);
    const length = isTruthy(useLongestLength?.(scope)) ? Math.max(...lengths) : Math.min(...lengths);
    const fallback = (defaults?.(scope) ?? []) as unknown[];
    return Array.from({ length }, (_, i) => rows.map((row, j) => (i < row.length ? row[i] : (fallback[j] ?? null))));
  };
};

/** Operators that bind variables and evaluate an expression per element. */
export const ITERATIONS: Record<string, Operator> = {
  $map: map,
  $filter: filter,
  $reduce: reduce,
  $let: letIn,
  $zip: zip,
};
