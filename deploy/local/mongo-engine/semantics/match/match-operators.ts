import type { Document } from 'bson';
import { badValue, unsupported } from '../../values/error.ts';
import { asDocument, isOperatorDocument } from '../../values/value.ts';
import { spend } from '../../values/watch.ts';
import type { ValueTest } from './reach.ts';
import { compileComparison, compileEquality, compileIn, compileRegexTest, isTruthy } from './value-tests.ts';

/**
 * A condition at a path. `test` must hold for any value there (with `whole`, for an array itself, not for its
 * elements). `not` must hold for none.
 */
export type Condition = { test: ValueTest; whole: boolean } | { not: ValueTest };

/** Compiles a filter over documents. `$elemMatch` contains such a filter. */
export type FilterCompiler = (filter: Document) => (document: Document) => boolean;

const any = (test: ValueTest): Condition => ({ test, whole: false });

type Compile = (operand: unknown, operators: Document, filter: FilterCompiler) => Condition[];

const OPERATORS: Record<string, Compile> = {
  $eq: (operand) => [any(compileEquality(operand))],
  $ne: (operand) => [{ not: compileEquality(operand) }],
  $gt: (operand) => [any(compileComparison(operand, (order) => order > 0))],
  $gte: (operand) => [any(compileComparison(operand, (order) => order >= 0))],
  $lt: (operand) => [any(compileComparison(operand, (order) => order < 0))],
  $lte: (operand) => [any(compileComparison(operand, (order) => order <= 0))],
  $in: (operand) => [any(compileIn('$in', operand))],
  $nin: (operand) => [{ not: compileIn('$nin', operand) }],
  $exists: (operand) => [isTruthy(operand) ? any(isPresent) : { not: isPresent }],
  $regex: (operand, operators) => [any(compileRegexTest(operand, operators.$options))],
  $options: (_operand, operators) => {
    if (!('$regex' in operators)) throw badValue('$options needs a $regex');
    return [];
  },
  $elemMatch: (operand, _operators, filter) => [compileElemMatch(operand, filter)],
};

/** The conditions of operators such as `{$gt: 1, $lt: 5}`. All of them must hold. */
export function compileOperators(operators: Document, filter: FilterCompiler): Condition[] {
  return Object.keys(operators).flatMap((name) => {
    const compile = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (compile === undefined) throw unsupported(`the query operator ${name}`);
    return compile(operators[name], operators, filter);
  });
}

const isPresent: ValueTest = (value) => value !== undefined;

/** True if the conditions hold for the value itself. The elements of an array are not tested. */
function holdsForValue(conditions: readonly Condition[], value: unknown): boolean {
  for (const condition of conditions) {
    spend();
    const holds = 'not' in condition ? !condition.not(value) : condition.test(value);
    if (!holds) return false;
  }
  return true;
}

function compileElemMatch(operand: unknown, filter: FilterCompiler): Condition {
  const element = compileElement(operand, filter);
  return { test: (value) => Array.isArray(value) && value.some(element), whole: true };
}

/**
 * The test of an element in `$elemMatch`. Operators test the value itself; any other operand is a filter for a
 * document.
 */
function compileElement(operand: unknown, filter: FilterCompiler): ValueTest {
  const criteria = asDocument(operand);
  if (criteria === undefined) throw badValue('$elemMatch needs an Object');
  if (isOperatorDocument(criteria) && !/^\$(and|or)$/.test(Object.keys(criteria)[0] ?? '')) {
    const conditions = compileOperators(criteria, filter);
    return (element) => holdsForValue(conditions, element);
  }
  const predicate = filter(criteria);
  return (element) => {
    // An array among the elements is tested as a document whose fields are its indexes.
    const document = Array.isArray(element) ? { ...element } : asDocument(element);
    return document !== undefined && predicate(document);
  };
}
