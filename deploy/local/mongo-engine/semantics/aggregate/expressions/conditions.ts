import { compareValues } from '../../../values/compare.ts';
import { located } from '../../../values/error.ts';
import { isTruthy } from '../../match/value-tests.ts';
import type { Compile, Expression } from '../scope.ts';
import { argumentsOf, declaredArguments, eager, isNullish, namedArguments, type Operator } from './operator.ts';

const comparison = (holds: (order: number) => boolean): Operator => eager(2, 2, ([a, b]) => holds(compareValues(a, b)));

const every: Operator = (operand, compile) => {
  const args = (Array.isArray(operand) ? operand : [operand]).map(compile);
  return (scope) => args.every((argument) => isTruthy(argument(scope)));
};

const some: Operator = (operand, compile) => {
  const args = (Array.isArray(operand) ? operand : [operand]).map(compile);
  return (scope) => args.some((argument) => isTruthy(argument(scope)));
};

const cond: Operator = (operand, compile, name) => {
  const {
    if: test,
    then,
    else: otherwise,
  } = Array.isArray(operand)
    ? listed(operand, compile, name)
    : namedArguments(operand, compile, name, ['if', 'then', 'else']);
  return (scope) => (isTruthy(test?.(scope)) ? then?.(scope) : otherwise?.(scope));
};

function listed(operand: unknown[], compile: Compile, name: string): Record<string, Expression> {
  const [test, then, otherwise] = argumentsOf(operand, 3, 3, name).map(compile) as [Expression, Expression, Expression];
  return { if: test, then, else: otherwise };
}

const ifNull: Operator = (operand, compile, name) => {
  const args = argumentsOf(operand, 2, Infinity, name).map(compile);
  return (scope) => {
    let value: unknown;
    for (const argument of args) {
      value = argument(scope);
      if (!isNullish(value)) return value;
    }
    return value;
  };
};

const switchOf: Operator = (operand, compile, name) => {
  const { branches, default: otherwise } = declaredArguments(
    operand,
    name,
    [],
    ['branches', 'default'],
    [40060, 40067, 40068],
  );
  if (!Array.isArray(branches)) throw located(40061, '$switch expected an array for "branches"');
  if (branches.length === 0) throw located(40068, '$switch requires at least one branch.');
  const compiled = branches.map((branch) => namedArguments(branch, compile, '$switch', ['case', 'then']));
  const fallback = otherwise === undefined ? noBranch : compile(otherwise);
  return (scope) => (compiled.find((branch) => isTruthy(branch.case?.(scope)))?.then ?? fallback)(scope);
};

const noBranch: Expression = () => {
  throw located(40066, '$switch could not find a matching branch for an input, and no default was specified.');
};

export const CONDITIONS: Record<string, Operator> = {
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cmp: eager(2, 2, ([a, b]) => compareValues(a, b)),
  $and: every,
  $or: some,
  $not: eager(1, 1, ([value]) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
  $switch: switchOf,
  $literal: (operand) => () => operand,
  $expr: (operand, compile) => compile(operand),
};
