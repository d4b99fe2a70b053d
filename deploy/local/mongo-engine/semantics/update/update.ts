import { type Document, EJSON } from 'bson';
import type { Budget } from '../../scheduling/budget.ts';
import { compareStrings } from '../../values/compare.ts';
import { failedToParse, MongoError } from '../../values/error.ts';
import { identical } from '../../values/identical.ts';
import { indexOf, isIndex, nameInBytes, partsOf, pathInMemory } from '../../values/names.ts';
import { getPath, type Owned, setPath, unsetPath } from '../../values/path.ts';
import { spend } from '../../values/watch.ts';
import { type ArrayFilters, compileArrayFilters, expandPath } from '../match/array-filters.ts';
import { compilePosition, isPositional, type Position } from '../match/position.ts';
import { compileRename } from './rename.ts';
import { compileReplacement } from './replacement.ts';
import { compileModifier, modificationsOf } from './update-operators.ts';
import { compileUpdatePipeline } from './update-pipeline.ts';
import { dollarName, type Modify } from './update-target.ts';

export { documentFromFilter } from './upsert.ts';

/** Steps of work that a path takes to be compared with another, or to be followed. */
const PATH_STEPS = 8;

export interface UpdateContext {
  /** The filter by which the document was found: it says what the positional `$` stands for. */
  filter: Document;
  /** The document is about to be inserted by an upsert: `$setOnInsert` counts and `_id` may be set. */
  inserting: boolean;
  now: Date;
  /** For what an update by a pipeline evaluates. */
  budget: Budget;
}

export type Update = (document: Document, context: UpdateContext) => Document;

interface Change {
  path: string;
  modify: Modify;
  onInsert: boolean;
}

/**
 * An update of any of MongoDB's three forms (operators, replacement, pipeline) as a function to a new document: the same
 * reference where nothing changed, and never a write into its input. Throws MongoDB's errors, at once or as it runs:
 * FailedToParse (9), ConflictingUpdateOperators (40), ImmutableField (66), TypeMismatch (14), PathNotViable (28).
 */
export function compileUpdate(update: Document | Document[], arrayFilters: Document[] = []): Update {
  const apply = compileForm(update, arrayFilters);
  return (document, context) => {
    const updated = apply(document, context);
    if (updated !== document) checkId(document, updated);
    return updated;
  };
}

function compileForm(update: Document | Document[], arrayFilters: Document[]): Update {
  const operators = !Array.isArray(update) && Object.keys(update)[0]?.startsWith('$') === true;
  if (operators) return compileOperatorUpdate(update, arrayFilters);
  if (arrayFilters.length > 0) throw failedToParse('arrayFilters may only be specified for updates with operators');
  return Array.isArray(update) ? compileUpdatePipeline(update) : compileReplacement(update);
}

function checkId(before: Document, after: Document): void {
  if (!('_id' in before) || identical(before._id, after._id)) return;
  throw new MongoError(
    66,
    'ImmutableField',
    `Performing an update on the path '_id' would modify the immutable field '_id': ${EJSON.stringify(before._id)}`,
  );
}

function compileOperatorUpdate(update: Document, arrayFilters: Document[]): Update {
  const changes = modificationsOf(update).flatMap(({ name, path, operand }) => compileChange(name, path, operand));
  changes.sort((a, b) => comparePaths(a.path, b.path));
  refuseConflicts(changes);
  const paths = changes.map(({ path }) => path);
  const filters = compileArrayFilters(arrayFilters, paths);
  const expands = paths.some((path) => /(^|\.)\$/.test(path));
  const dollar = dollarName(paths);
  const position = paths.some(isPositional) ? memoPosition() : noPosition;
  return (document, context) => {
    if (dollar && !context.inserting) throw dollar;
    const due = context.inserting ? changes : changes.filter(({ onInsert }) => !onInsert);
    const concrete = expands ? expand(due, document, filters, position(context.filter)) : due;
    return applyChanges(document, concrete, context.now);
  };
}

function compileChange(name: string, path: string, operand: unknown): Change[] {
  const modifiers =
    name === '$rename' ? compileRename(path, operand) : [{ path, modify: compileModifier(name, operand) }];
  return modifiers.map((modifier) => ({
    ...modifier,
    path: pathInMemory(modifier.path),
    onInsert: name === '$setOnInsert',
  }));
}

function comparePaths(a: string, b: string): number {
  spend(PATH_STEPS);
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, i) => part !== right[i]);
  const [x, y] = [left[at], right[at]];
  if (x === undefined || y === undefined) return left.length - right.length;
  // New fields are added in the order of their names, those that are numbers by their values.
  if (isIndex(x) && isIndex(y)) return indexOf(x) - indexOf(y);
  return compareStrings(nameInBytes(x), nameInBytes(y));
}

/** Paths in their order: two of them collide where one begins with the other. */
function refuseConflicts(changes: readonly Change[]): void {
  for (let i = 1; i < changes.length; i++) {
    const [before, path] = [changes[i - 1]?.path as string, changes[i]?.path as string];
    if (path === before || path.startsWith(`${before}.`)) throw conflict(path, before);
    const [array, other] = [before, path].map(filteredArray);
    // One array is updated by `$[]` or by index, not by both.
    if (array !== undefined && other === undefined && path.startsWith(`${array}.`)) throw conflict(path, array);
    if (other !== undefined && array === undefined && before.startsWith(`${other}.`)) throw conflict(path, other);
  }
}

/** The array of which a path takes elements by `$[]` or `$[identifier]`. */
const filteredArray = (path: string): string | undefined => /^(.*?)\.\$\[/.exec(path)?.[1];

const conflict = (path: string, at: string): MongoError =>
  new MongoError(40, 'ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`);

function expand(changes: Change[], document: Document, filters: ArrayFilters, position: Position): Change[] {
  const concrete = changes.flatMap((change) =>
    expandPath(document, change.path, filters, position).map((path) => ({ ...change, path })),
  );
  // What one path stands for is in its order, and none of it begins with another.
  if (changes.length === 1) return concrete;
  concrete.sort((a, b) => comparePaths(a.path, b.path));
  refuseConflicts(concrete);
  return concrete;
}

function applyChanges(document: Document, changes: readonly Change[], now: Date): Document {
  const owned: Owned = new Set();
  let updated = document;
  for (const { path, modify } of changes) {
    spend(PATH_STEPS);
    const current = getPath(document, path);
    const next = modify(current, { path, document, now });
    if (next === undefined) updated = unsetPath(updated, path, owned);
    else if (next !== current && !identical(next, current)) updated = setPath(updated, path, next, owned);
  }
  return updated;
}

const noPosition = (): Position => () => 0;

/** The position finder of a filter, made once for all the documents that one filter finds. */
function memoPosition(): (filter: Document) => Position {
  let known: { filter: Document; position: Position } | undefined;
  return (filter) => {
    if (known?.filter !== filter) known = { filter, position: compilePosition(filter) };
    return known.position;
  };
}
