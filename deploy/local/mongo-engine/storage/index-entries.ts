import type { Document } from 'bson';
import { Growth } from '../scheduling/heap.ts';
import { indexKeys, scalarKey } from '../semantics/index-keys.ts';
import { MongoError } from '../values/error.ts';
import { spend, unwatched } from '../values/watch.ts';
import type { Index } from './collection.ts';
import { entryKey, shortened, withSuffix } from './index-key.ts';
import { MAX_KEY_SIZE } from './store.ts';

/** A key of an index. Its values are for the text of a duplicate key error. */
export interface Entry {
  key: Buffer;
  values: unknown[];
  isShortened: boolean;
}

export interface DocumentEntries {
  entries: Entry[];
  /** True if the index cannot serve a sort or intersected bounds, because of an array or a key that is cut short. */
  multikey: boolean;
}

/** Approximate bytes that an entry takes in memory, without its key, which is there twice. */
const ENTRY_SIZE = 300;
/** Steps of work to make an entry (values/watch.ts). */
const ENTRY_STEPS = 32;

const NONE: DocumentEntries = { entries: [], multikey: false };

/**
 * The entries of a document in an index; `id` is its encoded `_id`.
 * @throws MongoError 171 for parallel arrays, 146 if the memory cannot hold all keys, 50 or 262 if the work takes too
 * long, 17280 if an `_id` leaves no room in a key
 */
export function entriesOf(index: Index, document: Document, id: Buffer): DocumentEntries {
  if (index.covers && !index.covers(document)) return NONE;
  const single = scalarKey(document, index.steps);
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
  return { entries: [...entries.values()], multikey: true };
}

/**
 * The stored entries, for their removal. Has no limit of time. @throws MongoError 146 if the memory cannot hold them
 */
export const storedEntriesOf = (index: Index, document: Document, id: Buffer): Entry[] =>
  unwatched(() => entriesOf(index, document, id).entries);

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
