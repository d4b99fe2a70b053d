import type { Document } from 'bson';
import { MongoError } from './error.ts';
import { asDocument, field, setField } from './value.ts';

export const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** More elements than this are not filled with null to reach an index: MongoDB's own bound. */
const MAX_BACKFILL = 1_500_000;

/** One step of a path: a document's field or an array's element; undefined where there is none. */
export function step(container: unknown, part: string): unknown {
  if (Array.isArray(container)) return isIndex(part) ? container[Number(part)] : undefined;
  const document = asDocument(container);
  return document === undefined ? undefined : field(document, part);
}

/** The value at a dotted path, in arrays by index alone. */
export function getPath(document: Document, path: string): unknown {
  let value: unknown = document;
  for (const part of path.split('.')) value = step(value, part);
  return value;
}

/**
 * A copy of the document with the value at the path; what lies beside the path is shared. Missing documents on the way
 * are made, arrays are filled up with null. Throws PathNotViable (28) where a scalar stands in the way.
 */
export function setPath(document: Document, path: string, value: unknown): Document {
  return setParts(document, path.split('.'), 0, value) as Document;
}

function setParts(container: unknown, parts: string[], at: number, value: unknown): unknown {
  const part = parts[at];
  if (part === undefined) return value;
  if (Array.isArray(container)) return setElement(container, parts, at, value);
  const document = container === undefined ? {} : asDocument(container);
  if (document === undefined) throw notViable(part, parts[at - 1] ?? '', container);
  const copy = { ...document };
  setField(copy, part, setParts(field(document, part), parts, at + 1, value));
  return copy;
}

function setElement(array: unknown[], parts: string[], at: number, value: unknown): unknown[] {
  const part = parts[at] as string;
  if (!isIndex(part)) throw notViable(part, parts[at - 1] ?? '', array);
  const index = Number(part);
  if (index - array.length > MAX_BACKFILL) throw new MongoError(2, 'BadValue', `Cannot backfill array up to ${part}`);
  const copy = [...array];
  while (copy.length < index) copy.push(null);
  copy[index] = setParts(array[index], parts, at + 1, value);
  return copy;
}

const notViable = (part: string, parent: string, container: unknown): MongoError =>
  new MongoError(
    28,
    'PathNotViable',
    `Cannot create field '${part}' in element {${parent}: ${JSON.stringify(container)}}`,
  );

/** A copy without the value at the path (an array's element becomes null); the same document where there is none. */
export function unsetPath(document: Document, path: string): Document {
  return unsetParts(document, path.split('.'), 0) as Document;
}

function unsetParts(container: unknown, parts: string[], at: number): unknown {
  const part = parts[at] as string;
  const value = step(container, part);
  if (value === undefined) return container;
  const last = at === parts.length - 1;
  const changed = last ? undefined : unsetParts(value, parts, at + 1);
  if (!last && changed === value) return container;
  if (Array.isArray(container)) return container.with(Number(part), last ? null : changed);
  const copy = { ...asDocument(container) };
  if (last) delete copy[part];
  else setField(copy, part, changed);
  return copy;
}

/**
 * Every value that the path reaches, through arrays of documents and by index, an array at its end as its elements (once;
 * arrays in it stay): what `distinct` collects. Missing values are left out.
 */
export function valuesAt(document: Document, path: string): unknown[] {
  const values: unknown[] = [];
  collect(document, path.split('.'), 0, values);
  return values;
}

function collect(container: unknown, parts: string[], at: number, into: unknown[]): void {
  const value = step(container, parts[at] as string);
  const next = parts[at + 1];
  if (next === undefined) {
    if (Array.isArray(value)) into.push(...value);
    else if (value !== undefined) into.push(value);
  } else if (Array.isArray(value) && !isIndex(next)) {
    for (const element of value) if (!Array.isArray(element)) collect(element, parts, at + 1, into);
  } else {
    collect(value, parts, at + 1, into);
  }
}
