import { type Document, EJSON } from 'bson';
import { reserve } from '../../scheduling/heap.ts';
import { badValue, failedToParse } from '../../values/error.ts';
import { nameInMemory, partsOf } from '../../values/names.ts';
import { getPath } from '../../values/path.ts';
import { spend } from '../../values/watch.ts';
import { compileFilter } from './match.ts';
import type { Position } from './position.ts';

/** By identifier: whether an element of an array is one that `$[identifier]` means. */
export type ArrayFilters = ReadonlyMap<string, (element: unknown) => boolean>;

/** Throws FailedToParse (9) for filters of no or several identifiers, for doubled ones and for those that no path uses. */
export function compileArrayFilters(filters: readonly Document[], paths: readonly string[]): ArrayFilters {
  const compiled = new Map<string, (element: unknown) => boolean>();
  for (const filter of filters) {
    // First of all, since it refuses what is no filter.
    const matches = compileFilter(filter);
    const identifier = identifierOf(filter);
    if (compiled.has(identifier)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    }
    compiled.set(identifier, (element) => matches({ [identifier]: element }));
  }
  const used = new Set(paths.flatMap(identifiersIn));
  for (const identifier of compiled.keys()) {
    if (!used.has(identifier)) {
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update`);
    }
  }
  for (const identifier of used) {
    if (!compiled.has(identifier)) throw badValue(`No array filter found for identifier '${identifier}' in path`);
  }
  return compiled;
}

const identifiersIn = (path: string): string[] =>
  path
    .split('.')
    .filter((part) => part.startsWith('$[') && part.endsWith(']') && part.length > '$[]'.length)
    .map((part) => part.slice(2, -1));

function identifierOf(filter: Document): string {
  const names = new Set(topLevelNames(filter));
  const [name] = names;
  if (name === undefined)
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  if (names.size > 1) {
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${[...names].join("' and '")}'`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  }
  return name;
}

function topLevelNames(filter: Document): string[] {
  return Object.keys(filter).flatMap((name) => {
    if (/^\$(and|or|nor)$/.test(name)) return (filter[name] as Document[]).flatMap(topLevelNames);
    return [partsOf(name)[0] as string];
  });
}

/** All others that begin with `$` are names. */
const isPlaceholder = (part: string): boolean => part === '$' || (part.startsWith('$[') && part.endsWith(']'));

/** Steps of work that a path takes to be made. */
const PATH_STEPS = 8;
/** About what it takes in memory, with its change. */
const PATH_SIZE = 160;

/** The paths that `a.$.b`, `a.$[].b` or `a.$[x].b` stand for in one document. */
export function expandPath(document: Document, path: string, filters: ArrayFilters, position: Position): string[] {
  spend(PATH_STEPS);
  const parts = partsOf(path);
  const at = parts.findIndex(isPlaceholder);
  if (at < 0) return [path];
  const prefix = parts.slice(0, at).join('.');
  const rest = parts.slice(at + 1);
  const indexes = indexesOf(document, prefix, parts[at] as string, filters, position);
  reserve(PATH_SIZE * indexes.length);
  return indexes.flatMap((index) =>
    expandPath(document, [prefix, nameInMemory(String(index)), ...rest].join('.'), filters, position),
  );
}

function indexesOf(
  document: Document,
  prefix: string,
  placeholder: string,
  filters: ArrayFilters,
  position: Position,
): number[] {
  if (placeholder === '$') return [position(document, prefix)];
  const array = prefix === '' ? undefined : getPath(document, prefix);
  if (array === undefined) {
    throw badValue(`The path '${prefix}' must exist in the document in order to apply array updates.`);
  }
  if (!Array.isArray(array)) {
    throw badValue(`Cannot apply array updates to non-array element ${prefix}: ${EJSON.stringify(array)}`);
  }
  const matches = filters.get(placeholder.slice(2, -1)) ?? (() => true);
  return array.flatMap((element, index) => (matches(element) ? [index] : []));
}
