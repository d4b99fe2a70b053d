import type { Document } from 'bson';
import { badValue, unsupported } from '../../values/error.ts';
import { nameInMemory } from '../../values/names.ts';
import { asDocument, isOperator, isOperatorDocument } from '../../values/value.ts';
import { spend } from '../../values/watch.ts';
import type { ValueTest } from './reach.ts';
import {
  compileComparison,
  compileEquality,
  compileIn,
  compileMod,
  compileRegexTest,
  compileSize,
  compileTypeTest,
  isRegex,
  isTruthy,
} from './value-tests.ts';

/**
 * What a filter asks at one path: that a test holds for any value there (`whole`: for an array itself, not its elements;
 * `element`: what an array's element must pass to make it hold), or that some conditions do not hold together.
 */
export type Condition = { test: ValueTest; whole: boolean; element?: ValueTest } | { not: Condition[] };

/** Compiles a filter over documents, as `$elemMatch` holds one. */
export type FilterCompiler = (filter: Document) => (document: Document) => boolean;

const any = (test: ValueTest): Condition => ({ test, whole: false, element: test });
const none = (test: ValueTest): Condition => ({ not: [any(test)] });
const whole = (test: ValueTest): Condition => ({ test, whole: true });

type Compile = (operand: unknown, operators: Document, filter: FilterCompiler) => Condition[];

const OPERATORS: Record<string, Compile> = {
  $eq: (operand) => [any(compileEquality(operand))],
  $ne: (operand) => {
    if (isRegex(operand)) throw badValue("Can't have regex as arg to $ne.");
    return [none(compileEquality(operand))];
  },
  $gt: (operand) => [any(compileComparison(operand, (order) => order > 0))],
  $gte: (operand) => [any(compileComparison(operand, (order) => order >= 0))],
  $lt: (operand) => [any(compileComparison(operand, (order) => order < 0))],
  $lte: (operand) => [any(compileComparison(operand, (order) => order <= 0))],
  $in: (operand) => [any(compileIn('$in', operand))],
  $nin: (operand) => [none(compileIn('$nin', operand))],
  $exists: (operand) => [isTruthy(operand) ? any(isPresent) : none(isPresent)],
  $type: (operand) => [any(compileTypeTest(operand))],
  $regex: (operand, operators) => [any(compileRegexTest(operand, operators.$options))],
  $options: (_operand, operators) => {
    if (!('$regex' in operators)) throw badValue('$options needs a $regex');
    return [];
  },
  $mod: (operand) => [any(compileMod(operand))],
  $size: (operand) => [whole(compileSize(operand))],
  $all: compileAll,
  $elemMatch: (operand, _operators, filter) => [compileElemMatch(operand, filter)],
  $not: compileNot,
};

/** Operators of MongoDB that this engine does not have. */
const KNOWN =
  /^\$(bits(All|Any)(Set|Clear)|geoWithin|geoIntersects|near|nearSphere|within|maxDistance|minDistance|expr|jsonSchema|where|text)$/;

/** The conditions of `{$gt: 1, $lt: 5}`, all of which must hold. */
export function compileOperators(operators: Document, filter: FilterCompiler): Condition[] {
  return Object.keys(operators).flatMap((name) => {
    const compile = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
    if (compile !== undefined) return compile(operators[name], operators, filter);
    if (KNOWN.test(name)) throw unsupported(`the query operator ${name}`);
    throw badValue(`unknown operator: ${name}`);
  });
}

const isPresent: ValueTest = (value) => value !== undefined;

/** Whether the conditions hold for one value as it stands, arrays not looked into. */
export function holdsForValue(conditions: readonly Condition[], value: unknown): boolean {
  for (const condition of conditions) {
    spend();
    const holds = 'not' in condition ? !holdsForValue(condition.not, value) : condition.test(value);
    if (!holds) return false;
  }
  return true;
}

function compileAll(operand: unknown, _operators: Document, filter: FilterCompiler): Condition[] {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return [any(() => false)];
  return operand.map((entry) => {
    const name = Object.keys(asDocument(entry) ?? {})[0];
    if (name === '$elemMatch') return compileElemMatch((entry as Document).$elemMatch, filter);
    if (name !== undefined && isOperator(name)) throw badValue('no $ expressions in $all');
    return any(isRegex(entry) ? compileRegexTest(entry, undefined) : compileEquality(entry));
  });
}

function compileElemMatch(operand: unknown, filter: FilterCompiler): Condition {
  const element = compileElement(operand, filter);
  return { test: (value) => Array.isArray(value) && value.some(element), whole: true, element };
}

/** The test that `$elemMatch` puts to each element: operators to the value itself, anything else as a filter to a document. */
export function compileElement(operand: unknown, filter: FilterCompiler): ValueTest {
  const criteria = asDocument(operand);
  if (criteria === undefined) throw badValue('$elemMatch needs an Object');
  if (isOperatorDocument(criteria) && !/^\$(and|or|nor|where)$/.test(Object.keys(criteria)[0] ?? '')) {
    const conditions = compileOperators(criteria, filter);
    return (element) => holdsForValue(conditions, element);
  }
  const predicate = filter(criteria);
  return (element) => {
    // An array among the elements is read as a document of its indexes.
    const document = Array.isArray(element) ? byIndex(element) : asDocument(element);
    return document !== undefined && predicate(document);
  };
}

const byIndex = (array: unknown[]): Document =>
  Object.fromEntries(array.map((element, i) => [nameInMemory(String(i)), element]));

function compileNot(operand: unknown, _operators: Document, filter: FilterCompiler): Condition[] {
  if (isRegex(operand)) return [none(compileRegexTest(operand, undefined))];
  const operators = asDocument(operand);
  if (operators === undefined) throw badValue('$not needs a regex or a document');
  if (Object.keys(operators).length === 0) throw badValue('$not cannot be empty');
  return [{ not: compileOperators(operators, filter) }];
}
