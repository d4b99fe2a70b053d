import type { Document } from 'bson';
import { asDocument, field, setField } from '../../values/value.ts';
import { checkParts } from '../../values/visits.ts';
import { spend } from '../../values/watch.ts';
import type { Expression, Scope } from '../aggregate/scope.ts';

/** What happens to the value at the end of a path. */
export type Leaf = 'include' | 'exclude' | { compute: Expression } | { cut: Cut; appended?: boolean };

/** Takes elements from an array; `undefined` leaves the field out. */
export type Cut = (value: unknown, root: Document) => unknown;

export type Tree = Map<string, Leaf | Tree>;

/** Fields keep the document's order; computed ones that are new follow in the order of the projection. */
export function applyTree(document: Document, tree: Tree, inclusive: boolean, scope: Scope): Document {
  spend(1 + tree.size);
  const projected: Document = {};
  const names = inclusive ? Object.keys(document).filter((name) => tree.has(name)) : Object.keys(document);
  const put = (name: string, node: Leaf | Tree | undefined): void => {
    const value = applyNode(field(document, name), node, inclusive, scope);
    // What is not named stays, BSON's undefined too.
    if (value !== undefined || !node) setField(projected, name, value);
  };
  const follows = (node: Leaf | Tree | undefined): boolean => inclusive && isAppended(node);
  for (const name of names) if (!follows(tree.get(name))) put(name, tree.get(name));
  for (const [name, node] of tree) if (follows(node) || !Object.hasOwn(document, name)) put(name, node);
  return projected;
}

/** Computed fields come after the included ones, even where the document has them. */
const isAppended = (node: Leaf | Tree | undefined): boolean =>
  typeof node === 'object' && ('compute' in node || ('appended' in node && node.appended === true));

function applyNode(value: unknown, node: Leaf | Tree | undefined, inclusive: boolean, scope: Scope): unknown {
  if (node === undefined || node === 'include') return value;
  if (node === 'exclude') return undefined;
  if (node instanceof Map) return applyInside(value, node, inclusive, scope);
  if ('cut' in node) return node.cut(value, scope.root as Document);
  const computed = node.compute(scope);
  checkParts(computed);
  return computed;
}

/** A path goes through arrays of documents; what holds no fields is left out, or where the rest stays, left as it is. */
function applyInside(value: unknown, tree: Tree, inclusive: boolean, scope: Scope): unknown {
  if (Array.isArray(value)) {
    const elements = value.map((element) => applyInside(element, tree, inclusive, scope));
    return elements.filter((element) => element !== undefined);
  }
  const document = asDocument(value);
  if (document !== undefined) return applyTree(document, tree, inclusive, scope);
  if (!hasComputed(tree)) return inclusive ? undefined : value;
  return applyTree({}, tree, inclusive, scope);
}

function hasComputed(tree: Tree): boolean {
  return [...tree.values()].some((node) =>
    node instanceof Map ? hasComputed(node) : typeof node === 'object' && 'compute' in node,
  );
}
