import type { Document } from 'bson';
import { Growth } from '../scheduling/heap.ts';
import { indexKeys } from '../semantics/index-keys.ts';
import { MongoError } from '../values/error.ts';
import { partsOf } from '../values/path.ts';
import { spend, unwatched } from '../values/watch.ts';
import type { Index } from './collection.ts';
import { entryKey, shortened, withSuffix } from './index-key.ts';
import { MAX_KEY_SIZE } from './store.ts';

/** A key of an index, with its values for the text of a duplicate key error. */
export interface Entry {
  key: Buffer;
  values: unknown[];
  isShortened: boolean;
}

export interface DocumentEntries {
  entries: Entry[];
  multikey: boolean;
}

/** About what an entry takes in memory beside its key, which is there twice. */
const ENTRY_SIZE = 300;
/** Steps of work that it takes to be made. */
const ENTRY_STEPS = 32;

const NONE: DocumentEntries = { entries: [], multikey: false };

/**
 * The entries that an index is to hold for a document; `id` is its encoded `_id`.
 * @throws MongoError 171 for two arrays side by side, 146 for more keys than the memory holds, 50 or 262 for more than the time allows,
 * 17280 for an `_id` that leaves no room in a key
 */
export function entriesOf(index: Index, document: Document, id: Buffer): DocumentEntries {
  if (index.covers && !index.covers(document)) return NONE;
  const single = scalarValues(index.paths, document);
  if (single) {
    const only = entry(index, single, id);
    return { entries: [only], multikey: only.isShortened };
  }
  const entries = new Map<string, Entry>();
  const growth = new Growth();
  for (const values of indexKeys(document, index.paths)) {
    spend(ENTRY_STEPS);
    const next = entry(index, values, id);
    growth.add(ENTRY_SIZE + 2 * next.key.length);
    entries.set(next.key.toString('latin1'), next);
  }
  return { entries: [...entries.values()], multikey: isMultikey(index, document, entries.values()) };
}

/** The stored entries, to be removed, however long that takes. @throws MongoError 146 for more than the memory holds */
export const storedEntriesOf = (index: Index, document: Document, id: Buffer): Entry[] =>
  unwatched(() => entriesOf(index, document, id).entries);

/** The values when every path is a field of the document itself and holds no array: the usual case, and the fast one. */
function scalarValues(paths: string[], document: Document): unknown[] | undefined {
  const values: unknown[] = [];
  for (const path of paths) {
    const value: unknown = Object.hasOwn(document, path) ? document[path] : undefined;
    if (path.includes('.') || Array.isArray(value)) return undefined;
    values.push(value === undefined ? null : value);
  }
  return values;
}

/** Neither an array nor a key that is cut short gives an order or bounds that are exact. */
function isMultikey(index: Index, document: Document, entries: Iterable<Entry>): boolean {
  return index.paths.some((path) => meetsArray(document, path)) || [...entries].some(({ isShortened }) => isShortened);
}

function meetsArray(document: Document, path: string): boolean {
  let value: unknown = document;
  for (const part of partsOf(path)) {
    if (typeof value !== 'object' || value === null) return false;
    value = (value as Document)[part];
    if (Array.isArray(value)) return true;
  }
  return false;
}

function entry(index: Index, values: unknown[], id: Buffer): Entry {
  const suffix = index.unique ? undefined : id;
  const whole = entryKey(index.ident, values, index.directions, suffix);
  if (whole.length <= MAX_KEY_SIZE) return { key: whole, values, isShortened: false };
  const key = withSuffix(shortened(entryKey(index.ident, values, index.directions)), suffix);
  if (key.length > MAX_KEY_SIZE) {
    throw new MongoError(17280, 'KeyTooLong', `index key of ${key.length} bytes is too large: ${index.name}`);
  }
  return { key, values, isShortened: true };
}
