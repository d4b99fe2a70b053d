import { type Document, EJSON } from 'bson';
import { MongoError } from './error.ts';
import { asDocument, field, setField } from './value.ts';

export const partsOf = (path: string): string[] => path.split('.');

/** True if a part of a path may be the index of an array's element. */
export const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** The value after one step of a path: a document's field or an array's element; undefined if there is none. */
export function step(container: unknown, part: string): unknown {
  if (Array.isArray(container)) return isIndex(part) ? container[Number(part)] : undefined;
  const document = asDocument(container);
  return document === undefined ? undefined : field(document, part);
}

/** The value at a dotted path. Elements of an array are found only by their index. */
export function getPath(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const part of partsOf(path)) value = step(value, part);
  return value;
}

/** Copies that nobody else has seen yet, so that they may be changed. */
export type Owned = Set<object>;

/**
 * A copy of the document with the value at the path. Values outside the path are shared with the original. Missing
 * documents on the path are created, and arrays are filled up with null. Several changes that share `owned` copy each
 * container once.
 * @throws MongoError 28 (PathNotViable) if a scalar is in the way
 */
export function setPath(document: Document, path: string, value: unknown, owned: Owned = new Set()): Document {
  return setParts(document, partsOf(path), 0, value, owned) as Document;
}

function setParts(container: unknown, parts: string[], at: number, value: unknown, owned: Owned): unknown {
  const part = parts[at];
  if (part === undefined) return value;
  if (Array.isArray(container)) return setElement(container, parts, at, value, owned);
  const document = container === undefined ? {} : asDocument(container);
  if (document === undefined) throw notViable(part, parts[at - 1] ?? '', container);
  const inner = setParts(field(document, part), parts, at + 1, value, owned);
  const copy = own(document, owned);
  setField(copy, part, inner);
  return copy;
}

function setElement(array: unknown[], parts: string[], at: number, value: unknown, owned: Owned): unknown[] {
  const part = parts[at] as string;
  if (!isIndex(part)) throw notViable(part, parts[at - 1] ?? '', array);
  const index = Number(part);
  const inner = setParts(array[index], parts, at + 1, value, owned);
  const copy = own(array, owned);
  while (copy.length < index) copy.push(null);
  copy[index] = inner;
  return copy;
}

function own<T extends object>(container: T, owned: Owned): T {
  if (owned.has(container)) return container;
  const copy = (Array.isArray(container) ? [...container] : { ...container }) as T;
  owned.add(copy);
  return copy;
}

const notViable = (part: string, parent: string, container: unknown): MongoError =>
  new MongoError(
    28,
    'PathNotViable',
    `Cannot create field '${part}' in element {${parent}: ${EJSON.stringify(container)}}`,
  );

/**
 * A copy without the value at the path (an array's element becomes null); the same document if there is no such value.
 */
export function unsetPath(document: Document, path: string, owned: Owned = new Set()): Document {
  return unsetParts(document, partsOf(path), 0, owned) as Document;
}

function unsetParts(container: unknown, parts: string[], at: number, owned: Owned): unknown {
  const part = parts[at] as string;
  const value = step(container, part);
  const last = at === parts.length - 1;
  const gone = value === undefined || (last && value === null && Array.isArray(container));
  if (gone) return container;
  const changed = last ? null : unsetParts(value, parts, at + 1, owned);
  if (!last && Object.is(changed, value)) return container;
  const copy = own((asDocument(container) ?? container) as Document, owned);
  if (Array.isArray(copy)) copy[Number(part)] = changed;
  else if (last) delete copy[part];
  else setField(copy, part, changed);
  return copy;
}
