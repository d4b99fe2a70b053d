import type { Document } from 'bson';
import { located, unsupported } from '../../values/error.ts';
import { isNumber } from '../../values/number.ts';
import { partsOf } from '../../values/path.ts';
import { asDocument, field, setField } from '../../values/value.ts';
import { spend } from '../../values/watch.ts';
import { isTruthy } from '../match/value-tests.ts';

/** `size`: bytes of the stored document, for `{$bsonSize: '$$ROOT'}`. */
export type Projection = (document: Document, size: number) => Document;

type Leaf = 'include' | 'exclude' | 'size';
type Tree = Map<string, Leaf | Tree>;

/**
 * Compiles a projection: inclusion or exclusion by dotted paths, and the size of the document. Throws for mixtures
 * (31252, 31253, 31254), for paths that collide (31249, 31250), and CommandNotSupported (115) for every other operator.
 */
export function compileProjection(projection: Document): Projection {
  if (Object.keys(projection).length === 0) return (document) => document;
  const entries = Object.entries(projection).map(([path, operand]) => ({ path, leaf: leafOf(operand) }));
  const decisive = entries.find(({ path }) => path !== '_id') ?? entries[0];
  const inclusive = decisive?.leaf !== 'exclude';
  const tree: Tree = new Map();
  if (inclusive && !entries.some(({ path }) => path === '_id')) plant(tree, '_id', 'include');
  for (const { path, leaf } of entries) {
    if (leaf === 'include' && !inclusive) {
      if (path !== '_id') throw located(31253, `Cannot do inclusion on field ${path} in exclusion projection`);
      continue;
    }
    if (leaf === 'exclude' && inclusive && path !== '_id')
      throw located(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
    if (leaf === 'size' && !inclusive)
      throw located(31252, `Cannot use an expression ${path} in an exclusion projection`);
    plant(tree, path, leaf);
  }
  return (document, size) => project(document, tree, inclusive, size);
}

/**
 * The names of the fields, if the projection includes nothing but whole fields of the document; otherwise undefined. The
 * projection must have been compiled, which refuses wrong ones.
 */
export function wholeFieldsOf(projection: Document): string[] | undefined {
  const leaves = Object.entries(projection).map(([path, operand]) => [path, leafOf(operand)] as const);
  const included = leaves.filter(([, leaf]) => leaf === 'include').map(([path]) => path);
  const isPlain = leaves.every(([path, leaf]) => !path.includes('.') && (leaf === 'include' || path === '_id'));
  if (!isPlain || included.length === 0) return undefined;
  return '_id' in projection ? included : ['_id', ...included];
}

function leafOf(operand: unknown): Leaf {
  if (isNumber(operand) || typeof operand === 'boolean') return isTruthy(operand) ? 'include' : 'exclude';
  const document = asDocument(operand);
  if (document?.$bsonSize === '$$ROOT' && Object.keys(document).length === 1) return 'size';
  throw unsupported(`the projection ${document ? Object.keys(document)[0] : 'of a value'}`);
}

function plant(tree: Tree, path: string, leaf: Leaf): void {
  const parts = partsOf(path);
  if (parts.some((part) => part === '' || part.startsWith('$'))) throw unsupported(`the projection of '${path}'`);
  const last = parts.pop() as string;
  let node = tree;
  for (const part of parts) {
    const inner = node.get(part) ?? new Map();
    if (!(inner instanceof Map)) throw located(31249, `Path collision at ${path}`);
    node.set(part, inner);
    node = inner;
  }
  if (node.has(last)) throw located(31250, `Path collision at ${path}`);
  node.set(last, leaf);
}

/** Fields keep the document's order. Sizes come last. */
function project(document: Document, tree: Tree, inclusive: boolean, size: number): Document {
  spend(1 + tree.size);
  const projected: Document = {};
  for (const name of Object.keys(document)) {
    const node = tree.get(name);
    if (node === 'exclude' || node === 'size' || (node === undefined && inclusive)) continue;
    const value = field(document, name);
    const kept = node instanceof Map ? inside(value, node, inclusive, size) : value;
    if (kept !== undefined || !node) setField(projected, name, kept);
  }
  for (const [name, node] of tree) if (node === 'size') setField(projected, name, size);
  return projected;
}

/**
 * Projects inside a value. A path goes through arrays of documents. A scalar on the path is left out of an inclusion,
 * and stays in an exclusion.
 */
function inside(value: unknown, tree: Tree, inclusive: boolean, size: number): unknown {
  if (Array.isArray(value))
    return value.map((one) => inside(one, tree, inclusive, size)).filter((one) => one !== undefined);
  const document = asDocument(value);
  if (document) return project(document, tree, inclusive, size);
  return inclusive ? undefined : value;
}
