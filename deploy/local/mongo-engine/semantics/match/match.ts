import type { Document } from 'bson';
import { badValue, unsupported } from '../../values/error.ts';
import { partsOf } from '../../values/path.ts';
import { asDocument, field, isOperator, isOperatorDocument } from '../../values/value.ts';
import { spend } from '../../values/watch.ts';
import { type Condition, compileOperators } from './match-operators.ts';
import { reach, type ValueTest } from './reach.ts';
import { compileEquality } from './value-tests.ts';

export type Predicate = (document: Document) => boolean;

/**
 * Compiles a filter, by the rules of MongoDB's query language. Throws BadValue (2) for operands that MongoDB refuses,
 * CommandNotSupported (115) for operators that this engine does not have.
 */
export function compileFilter(filter: Document): Predicate {
  return every(Object.keys(filter).flatMap((name) => compileClause(name, filter[name])));
}

function every(predicates: Predicate[]): Predicate {
  const [first, second] = predicates;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  if (predicates.length === 2) return (document) => first(document) && second(document);
  return (document) => {
    for (const predicate of predicates) if (!predicate(document)) return false;
    return true;
  };
}

function compileClause(name: string, operand: unknown): Predicate[] {
  if (isOperator(name)) return compileTopLevel(name, operand);
  return compileConditions(operand).map((condition) => compileCondition(name, condition));
}

function compileTopLevel(name: string, operand: unknown): Predicate[] {
  switch (name) {
    case '$and':
      return branches(name, operand);
    case '$or': {
      const alternatives = branches(name, operand);
      return [(document) => alternatives.some((predicate) => predicate(document))];
    }
    default:
      throw unsupported(`the query operator ${name}`);
  }
}

function branches(name: string, operand: unknown): Predicate[] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or must be a nonempty array');
  return operand.map((entry) => {
    const filter = asDocument(entry);
    if (filter === undefined) throw badValue('$or/$and entries need to be full objects');
    return compileFilter(filter);
  });
}

/** The conditions of a filter at a path: operators such as `{$gt: 1}`; any other operand is an equality. */
function compileConditions(operand: unknown): Condition[] {
  if (isOperatorDocument(operand)) return compileOperators(operand, (filter) => compileFilter(filter));
  return [{ test: compileEquality(operand), whole: false }];
}

function compileCondition(path: string, condition: Condition): Predicate {
  if ('not' in condition) {
    const holds = compileTest(path, condition.not, false);
    return (document) => !holds(document);
  }
  return compileTest(path, condition.test, condition.whole);
}

function compileTest(path: string, test: ValueTest, whole: boolean): Predicate {
  const parts = partsOf(path);
  if (whole || path.includes('.'))
    return (document) => {
      spend();
      return reach(document, parts, 0, test, whole);
    };
  return (document) => {
    spend();
    const value = field(document, path);
    return Array.isArray(value) ? reach(document, parts, 0, test, whole) : test(value);
  };
}
