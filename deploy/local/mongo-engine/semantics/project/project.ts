import type { Document } from 'bson';
import { located } from '../../values/error.ts';
import { partsOf } from '../../values/names.ts';
import { isNumber } from '../../values/number.ts';
import { asDocument } from '../../values/value.ts';
import { compileExpression, pathParts } from '../aggregate/expression.ts';
import type { Environment } from '../aggregate/scope.ts';
import { isTruthy } from '../match/value-tests.ts';
import { compileArrayOperator } from './projection-operators.ts';
import { applyTree, type Leaf, type Tree } from './projection-tree.ts';

export type Projection = (document: Document, environment: Environment) => Document;

/**
 * A find projection: inclusion or exclusion, dotted paths, `$slice`, `$elemMatch`, the positional `$` (by `filter`) and
 * computed fields. Throws for mixtures (31253, 31254) and for paths that meet (31249, 31250).
 */
export function compileProjection(projection: Document, filter: Document = {}): Projection {
  return compileWith(projection, { find: true, filter });
}

/** A `$project` stage: as a find projection, without its array operators. */
export function compileProjectStage(projection: Document): Projection {
  if (Object.keys(projection).length === 0)
    throw located(51272, 'Invalid $project :: caused by :: projection specification must have at least one field');
  return compileWith(projection, { find: false, filter: {} });
}

/** `$addFields`: computed fields beside all others. */
export function compileAddFields(fields: Document): Projection {
  if (Object.keys(fields).length === 0)
    throw located(40177, 'Invalid $addFields :: caused by :: specification must have at least one field');
  const tree: Tree = new Map();
  for (const [path, value] of entriesOf(fields, (operand) => !isPlainNesting(operand))) {
    plant(tree, path, { compute: compileExpression(value) });
  }
  return (root, { now, variables, budget }) => applyTree(root, tree, false, { root, now, variables, budget });
}

/** `$unset`: an exclusion by names. */
export function compileUnset(paths: readonly string[]): Projection {
  return compileProjectStage(Object.fromEntries(paths.map((path) => [path, 0])));
}

interface Mode {
  find: boolean;
  filter: Document;
}

type Entry = { path: string; operand: unknown; kind: 'include' | 'exclude' | 'compute' | 'array' };

function compileWith(projection: Document, mode: Mode): Projection {
  const entries = entriesOf(projection, (operand) => !isNesting(operand)).map(([path, operand]) => ({
    path,
    operand,
    kind: kindOf(path, operand, mode),
  }));
  if (entries.filter(({ path }) => path.endsWith('.$')).length > 1)
    throw located(31276, 'Cannot specify more than one positional projection per query.');
  const inclusive = isInclusive(entries);
  const tree: Tree = new Map();
  if (inclusive && !entries.some(({ path }) => path === '_id')) plant(tree, '_id', 'include');
  for (const entry of entries) plantEntry(tree, entry, inclusive, mode);
  return (root, { now, variables, budget }) => applyTree(root, tree, inclusive, { root, now, variables, budget });
}

/** Paths and what is asked of them, nested documents (`{a: {b: 1}}`) written as dotted paths. */
function entriesOf(spec: Document, isLeaf: (operand: unknown) => boolean, prefix = ''): [string, unknown][] {
  return Object.keys(spec).flatMap((name): [string, unknown][] => {
    const operand: unknown = spec[name];
    const path = `${prefix}${name}`;
    if (path === '' || partsOf(path).includes(''))
      throw located(40353, 'FieldPath field names may not be empty strings.');
    return isLeaf(operand) ? [[path, operand]] : entriesOf(operand as Document, isLeaf, `${path}.`);
  });
}

function isNesting(operand: unknown): boolean {
  const document = asDocument(operand);
  if (document === undefined) return false;
  const names = Object.keys(document);
  if (names.length === 0)
    throw located(51270, 'An empty sub-projection is not a valid value. Found empty object at path');
  return !names.some((name) => name.startsWith('$'));
}

/** In `$addFields` an empty document is a value. */
const isPlainNesting = (operand: unknown): boolean =>
  Object.keys(asDocument(operand) ?? {}).length > 0 && isNesting(operand);

function kindOf(path: string, operand: unknown, { find }: Mode): Entry['kind'] {
  if (isNumber(operand) || typeof operand === 'boolean')
    return isTruthy(operand) ? (find && path.endsWith('.$') ? 'array' : 'include') : 'exclude';
  const name = Object.keys(asDocument(operand) ?? {})[0];
  if (find && (name === '$elemMatch' || (name === '$slice' && isFindSlice((operand as Document).$slice))))
    return 'array';
  return 'compute';
}

/** `$slice: 3` and `$slice: [1, 3]` cut the field itself; other operands are the aggregation operator's. */
const isFindSlice = (operand: unknown): boolean =>
  isNumber(operand) || (Array.isArray(operand) && operand.length === 2 && operand.every(isNumber));

/** What the first field says that is not `_id`: `$slice` and `_id` alone leave everything else in. */
function isInclusive(entries: Entry[]): boolean {
  const decisive = entries.find(
    ({ path, kind, operand }) => path !== '_id' && !(kind === 'array' && isSlice(operand)) && kind !== 'compute',
  );
  if (decisive !== undefined) return decisive.kind !== 'exclude';
  if (entries.some(({ kind, path }) => kind === 'compute' && path !== '_id')) return true;
  const id = entries.find(({ path }) => path === '_id');
  return id !== undefined && id.kind !== 'exclude';
}

const isSlice = (operand: unknown): boolean => '$slice' in (asDocument(operand) ?? {});

function plantEntry(tree: Tree, { path, operand, kind }: Entry, inclusive: boolean, mode: Mode): void {
  if (kind === 'include' && !inclusive) {
    if (path !== '_id') throw located(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
    return;
  }
  if (kind === 'exclude' && inclusive && path !== '_id') {
    throw located(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }
  if (kind === 'compute' && !inclusive)
    throw located(31252, `Cannot use an expression ${path} in an exclusion projection`);
  plant(tree, kind === 'array' ? path.replace(/\.\$$/, '') : path, leafOf(path, operand, kind, mode), path);
}

function leafOf(path: string, operand: unknown, kind: Entry['kind'], { filter }: Mode): Leaf {
  if (kind === 'compute') return { compute: compileExpression(operand) };
  if (kind !== 'array') return kind;
  return compileArrayOperator(path, operand, filter);
}

function plant(tree: Tree, path: string, leaf: Leaf, written = path): void {
  if (partsOf(path).slice(0, -1).includes('$'))
    throw located(31325, `positional projection may only be used at the end, for example: a.b.$: ${written}`);
  const parts = pathParts(path);
  const last = parts.pop() as string;
  let node = tree;
  for (const part of parts) {
    const inner = node.get(part) ?? new Map();
    if (!(inner instanceof Map)) throw located(31249, `Path collision at ${written}`);
    node.set(part, inner);
    node = inner;
  }
  if (node.has(last)) throw located(31250, `Path collision at ${written}`);
  node.set(last, leaf);
}
