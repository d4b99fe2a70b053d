import type { Document } from 'bson';
import { isIndex } from '../../values/path.ts';
import { asDocument, field } from '../../values/value.ts';
import { spend } from '../../values/watch.ts';

export type ValueTest = (value: unknown) => boolean;

function leaf(value: unknown, test: ValueTest, whole: boolean): boolean {
  if (whole || !Array.isArray(value)) return test(value);
  for (let i = 0; i < value.length; i++) {
    spend();
    if (test(value[i])) return true;
  }
  return test(value);
}

/**
 * True if a test holds for any value that a path reaches, from its part `at` on. The path goes through arrays of
 * documents, and by array indexes. At its end, the elements of an array are tested, then the array itself. With
 * `whole`, only the array is tested (`$elemMatch`). For a document without the path, the test gets `undefined`.
 */
export function reach(document: Document, parts: string[], at: number, test: ValueTest, whole: boolean): boolean {
  const value = field(document, parts[at] as string);
  if (at === parts.length - 1) return leaf(value, test, whole);
  if (Array.isArray(value)) return reachElements(value, parts, at + 1, test, whole);
  const inner = asDocument(value);
  return inner === undefined ? test(undefined) : reach(inner, parts, at + 1, test, whole);
}

function reachElements(array: unknown[], parts: string[], at: number, test: ValueTest, whole: boolean): boolean {
  for (const element of array) {
    spend();
    const document = asDocument(element);
    if (document !== undefined && reach(document, parts, at, test, whole)) return true;
  }
  const part = parts[at] as string;
  if (!isIndex(part) || Number(part) >= array.length) return false;
  return reachIndexed(array[Number(part)], parts, at + 1, test, whole);
}

/**
 * Tests an element that the path names by its index. If the path ends there, the elements of an array are not tested.
 */
function reachIndexed(element: unknown, parts: string[], at: number, test: ValueTest, whole: boolean): boolean {
  if (at === parts.length) return test(element);
  if (Array.isArray(element)) return reachElements(element, parts, at, test, whole);
  const document = asDocument(element);
  return document !== undefined && reach(document, parts, at, test, whole);
}
