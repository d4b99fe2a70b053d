import type { Document } from 'bson';
import type { Budget } from '../../scheduling/budget.ts';
import { failedToParse, located, MongoError } from '../../values/error.ts';
import { partsOf } from '../../values/names.ts';
import { checkDepth } from '../../values/path-depth.ts';
import { asDocument, field, setField } from '../../values/value.ts';
import { visit } from '../../values/visits.ts';
import { spendOn } from '../../values/watch.ts';
import { OPERATORS } from './expressions/operators.ts';
import type { Expression } from './scope.ts';
import { isDeclared } from './variables.ts';

/** Bytes, about: an array or a document, and each of its parts. */
const [CONTAINER, POINTER] = [64, 8];

/** An aggregation expression as a function. Throws InvalidPipelineOperator (168) for operators that it does not know. */
export function compileExpression(expression: unknown): Expression {
  if (typeof expression === 'string' && expression.startsWith('$')) return compilePathExpression(expression);
  if (Array.isArray(expression)) return compileArray(expression);
  const document = asDocument(expression);
  return document === undefined ? () => expression : compileDocument(document);
}

function compileArray(elements: unknown[]): Expression {
  const compiled = elements.map(compileExpression);
  return (scope) => {
    scope.budget.make(CONTAINER + POINTER * compiled.length);
    return compiled.map((element) => element(scope) ?? null);
  };
}

function compileDocument(document: Document): Expression {
  const names = Object.keys(document);
  const [name] = names;
  if (name?.startsWith('$')) {
    if (names.length > 1) {
      throw located(15983, `an object representing an expression must have exactly one field: ${names.join(', ')}`);
    }
    return compileOperator(name, document[name]);
  }
  const fields = names.map((key) => ({ key: checkName(key), value: compileExpression(document[key]) }));
  return (scope) => {
    scope.budget.make(CONTAINER + POINTER * fields.length);
    const made: Document = {};
    for (const { key, value } of fields) {
      const evaluated = value(scope);
      if (evaluated !== undefined) setField(made, key, evaluated);
    }
    return made;
  };
}

function checkName(name: string): string {
  if (name.includes('.'))
    throw located(16412, `FieldPath field names may not contain '.'. Consider using $getField or $setField: ${name}`);
  return name;
}

function compileOperator(name: string, operand: unknown): Expression {
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : undefined;
  if (operator === undefined) throw new MongoError(168, 'InvalidPipelineOperator', `Unrecognized expression '${name}'`);
  const evaluate = operator(operand, compileExpression, name);
  return (scope) => counted(weighed(evaluate(scope)), scope.budget);
}

/** Whoever is given a value may look at all of it. */
function weighed(value: unknown): unknown {
  spendOn(value);
  return value;
}

/** What an operator gives, made by it or not: what is counted too often is looked at too often, no more. */
function counted(value: unknown, budget: Budget): unknown {
  if (typeof value === 'string') budget.make(value.length);
  else if (Array.isArray(value)) budget.make(CONTAINER + POINTER * value.length);
  return value;
}

function compilePathExpression(text: string): Expression {
  if (text.startsWith('$$')) return compileVariable(text.slice(2));
  const parts = pathParts(text.slice(1));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) {
    return ({ root }) => (asDocument(root) === undefined ? undefined : weighed(field(root as Document, only)));
  }
  return ({ root, budget }) => weighed(follow(root, parts, 0, budget));
}

/** The fields of a DBRef, whose names alone may begin with a dollar. */
const OF_REFERENCES: ReadonlySet<string> = new Set(['$ref', '$id', '$db']);

/** @throws MongoError 15998 or 16410 for a path with a part that no field can be named, 15 for one that is too long */
export function pathParts(path: string): string[] {
  checkDepth(path, 'expression');
  const parts = partsOf(path);
  if (path === '') throw located(16872, "'$' by itself is not a valid FieldPath");
  if (parts.includes('')) throw located(15998, 'FieldPath field names may not be empty strings.');
  const prefixed = parts.find((part) => part.startsWith('$') && !OF_REFERENCES.has(part));
  if (prefixed !== undefined) throw located(16410, `FieldPath field names may not start with '$': ${prefixed}`);
  return parts;
}

function compileVariable(text: string): Expression {
  const [name = '', ...rest] = partsOf(text);
  if (name === '') throw failedToParse('empty variable names are not allowed');
  const variable = variableOf(name);
  if (rest.length === 0) return variable;
  const parts = pathParts(rest.join('.'));
  return (scope) => weighed(follow(variable(scope), parts, 0, scope.budget));
}

function variableOf(name: string): Expression {
  if (name === 'ROOT' || name === 'CURRENT') return ({ root }) => root;
  if (name === 'NOW') return ({ now }) => now;
  if (name === 'REMOVE') return () => undefined;
  if (!isDeclared(name)) throw located(17276, `Use of undefined variable: ${name}`);
  return ({ variables }) => weighed(variables[name]);
}

/** A field path: an array on the way gives the array of what its elements give, and numbers are names, not indexes. */
function follow(value: unknown, parts: readonly string[], at: number, budget: Budget): unknown {
  if (at === parts.length) return value;
  if (Array.isArray(value)) {
    budget.make(CONTAINER + POINTER * value.length);
    const reached = visit(value.length, () => value.map((element) => follow(element, parts, at, budget)));
    return reached.filter((element) => element !== undefined);
  }
  const document = asDocument(value);
  return document === undefined ? undefined : follow(field(document, parts[at] as string), parts, at + 1, budget);
}
