import type { Document } from 'bson';
import { compileFilter, type Predicate } from '../semantics/match/match.ts';
import { partsOf } from '../values/path.ts';
import { toBoolean, toNumber } from './bson.ts';

/** An index as it was declared, with values that the engine derives from the declaration. */
export interface Index {
  /** The form that `listIndexes` shows: `{v, key, name, unique?, …}`. */
  spec: Document;
  name: string;
  ident: number;
  paths: string[];
  /** The parts of each path. */
  steps: string[][];
  directions: number[];
  unique: boolean;
  /** Tests if a document belongs to the (partial) index; undefined: the index contains all documents. */
  covers: Predicate | undefined;
  partialFilter: Document | undefined;
  /** Seconds after the indexed date when a document expires; undefined: never. */
  expireAfter: number | undefined;
  /**
   * True if a document has an array on the index's paths, or a key that is cut short. Such an index cannot serve a
   * sort, and its bounds must not be intersected. Never becomes false again.
   */
  multikey: boolean;
  /** The first version of the store that contains the whole index. An older snapshot must not read it. */
  since: number;
}

export interface Collection {
  db: string;
  name: string;
  ns: string;
  /** Prefix of the documents' keys in the store. */
  ident: number;
  options: Document;
  /** Describes the documents as an index on `_id`, because their keys are ordered by `_id`. */
  idIndex: Index;
  /** All indexes except the index on `_id`. The array is replaced, never changed. */
  indexes: readonly Index[];
  count: number;
  isDropped?: boolean;
}

/** An ident under which nothing is ever written. */
const NOWHERE = 15;

/**
 * The collection that a command reads if no collection has this name. The command is checked as usual, and finds
 * nothing.
 */
export function absentCollection(db: string, name: string): Collection {
  const idIndex = idIndexOf(NOWHERE);
  return { db, name, ns: `${db}.${name}`, ident: NOWHERE, options: {}, idIndex, indexes: [], count: 0 };
}

export const isAbsent = ({ ident }: Collection): boolean => ident === NOWHERE;

export function indexFrom(spec: Document, ident: number, multikey: boolean, since: number): Index {
  const paths = Object.keys(spec.key);
  const partialFilter = spec.partialFilterExpression as Document | undefined;
  return {
    spec,
    name: spec.name as string,
    ident,
    paths,
    steps: paths.map(partsOf),
    directions: Object.values(spec.key as Document).map((direction) => ((toNumber(direction) ?? 1) < 0 ? -1 : 1)),
    unique: toBoolean(spec.unique),
    partialFilter,
    covers: partialFilter ? compileFilter(partialFilter) : undefined,
    // Older engines accepted a TTL on an index of several fields. MongoDB does not have it, and it removes nothing.
    expireAfter: paths.length === 1 ? toNumber(spec.expireAfterSeconds) : undefined,
    multikey,
    since,
  };
}

export const ID_INDEX_SPEC: Document = { v: 2, key: { _id: 1 }, name: '_id_' };

export function idIndexOf(ident: number): Index {
  return { ...indexFrom(ID_INDEX_SPEC, ident, false, 0), unique: true };
}
