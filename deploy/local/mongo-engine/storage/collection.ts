import type { Document } from 'bson';
import { compileFilter, type Predicate } from '../semantics/match/match.ts';
import { toBoolean, toNumber } from './bson.ts';

/** An index as it was declared, with what the engine derives from the declaration. */
export interface Index {
  /** As `listIndexes` shows it: `{v, key, name, unique?, …}`. */
  spec: Document;
  name: string;
  ident: number;
  paths: string[];
  directions: number[];
  unique: boolean;
  /** The documents that it holds: all, or those that match its filter (partial). */
  covers: Predicate | undefined;
  partialFilter: Document | undefined;
  /** Seconds after the indexed date at which a document expires. */
  expireAfter: number | undefined;
  /** Some document has an array on its paths, or a key that is cut short: it serves no sort, and its bounds do not intersect. Never falls back. */
  multikey: boolean;
  /** The first version of the store that holds it whole; a snapshot from before must not read it. */
  since: number;
}

export interface Collection {
  db: string;
  name: string;
  ns: string;
  /** Prefix of the documents' keys in the store. */
  ident: number;
  options: Document;
  /** The documents themselves, seen as the index on `_id` that they are. */
  idIndex: Index;
  /** Without the one on `_id`. Replaced, never changed in place. */
  indexes: readonly Index[];
  count: number;
  isDropped?: boolean;
}

/** Under this ident nothing is ever written. */
const NOWHERE = 15;

/** The collection that a command reads if there is none of the name: it is compiled all the same, and finds nothing. */
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
    directions: Object.values(spec.key as Document).map((direction) => ((toNumber(direction) ?? 1) < 0 ? -1 : 1)),
    unique: toBoolean(spec.unique),
    partialFilter,
    covers: partialFilter ? compileFilter(partialFilter) : undefined,
    // An older engine took a TTL of several fields, which MongoDB has not and which deletes nothing.
    expireAfter: paths.length === 1 ? toNumber(spec.expireAfterSeconds) : undefined,
    multikey,
    since,
  };
}

export const ID_INDEX_SPEC: Document = { v: 2, key: { _id: 1 }, name: '_id_' };

export function idIndexOf(ident: number): Index {
  return { ...indexFrom(ID_INDEX_SPEC, ident, false, 0), unique: true };
}
