import { failedToParse, located } from '../../../values/error.ts';
import { asDocument } from '../../../values/value.ts';
import { isTruthy } from '../../match/value-tests.ts';
import type { Scope } from '../scope.ts';
import { declaring } from '../variables.ts';
import { arrayOf, countMade, integerOf } from './arrays.ts';
import { declaredArguments, isNullish, namedArguments, type Operator } from './operator.ts';

function inner(scope: Scope, variables: Record<string, unknown>): Scope {
  scope.budget.tick();
  return { ...scope, variables: { ...scope.variables, ...variables } };
}

/** The name that `as` gives to the element; it is a word, not an expression. */
function elementName(operand: unknown, name: string): string {
  const as: unknown = asDocument(operand)?.as ?? 'this';
  if (typeof as !== 'string' || !/^[a-z][A-Za-z0-9_]*$/.test(as)) {
    throw located(16867, `'${String(as)}' starts with an invalid character for a user variable name in ${name}`);
  }
  return as;
}

const map: Operator = (operand, compile, name) => {
  const as = elementName(operand, name);
  const { input, in: body } = namedArguments(operand, compile, name, ['input', 'in'], ['as'], { in: [as] });
  return (scope) => {
    const value = input?.(scope);
    if (isNullish(value)) return null;
    return arrayOf(value, name, 16883).map((element) => body?.(inner(scope, { [as]: element })) ?? null);
  };
};

const filter: Operator = (operand, compile, name) => {
  const as = elementName(operand, name);
  const variables = { cond: [as] };
  const { input, cond, limit } = namedArguments(operand, compile, name, ['input', 'cond'], ['as', 'limit'], variables);
  return (scope) => {
    const value = input?.(scope);
    if (isNullish(value)) return null;
    const kept = arrayOf(value, name, 28651).filter((element) => isTruthy(cond?.(inner(scope, { [as]: element }))));
    const most = limit?.(scope);
    return isNullish(most) ? kept : kept.slice(0, integerOf(most, name, 327391));
  };
};

const reduce: Operator = (operand, compile, name) => {
  const {
    input,
    initialValue,
    in: body,
  } = namedArguments(operand, compile, name, ['input', 'initialValue', 'in'], [], {
    in: ['value', 'this'],
  });
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
  for (const key of Object.keys(bindings))
    if (!/^[a-z\u0080-\uffff]/.test(key))
      throw failedToParse(`'${key}' starts with an invalid character for a user variable name`);
  const compiled = Object.keys(bindings).map((key) => [key, compile(bindings[key])] as const);
  const evaluate = declaring(Object.keys(bindings), () => compile(body));
  return (scope) => evaluate(inner(scope, Object.fromEntries(compiled.map(([key, value]) => [key, value(scope)]))));
};

/** An array takes as much as so many elements beside its own. */
const ROW_SIZE = 4;

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
    if (rows.length === 0) throw located(34465, '$zip requires at least one input array');
    const choose = isTruthy(useLongestLength?.(scope)) ? Math.max : Math.min;
    const length = rows.map((row) => row.length).reduce((a, b) => choose(a, b));
    countMade(length * (rows.length + ROW_SIZE), name, scope);
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
