import { type Document, EJSON } from 'bson';
import { compareStrings } from '../../values/compare.ts';
import { MongoError } from '../../values/error.ts';
import { identical } from '../../values/identical.ts';
import { getPath, isIndex, type Owned, partsOf, setPath, unsetPath } from '../../values/path.ts';
import { spend } from '../../values/watch.ts';
import { compileReplacement } from './replacement.ts';
import { type Change, changesOf } from './update-operators.ts';

/** Steps of work to compare a path with another one, or to follow it. */
const PATH_STEPS = 8;

/** `inserting`: an upsert will insert the document. Then `$setOnInsert` applies, and `_id` may be set. */
export type Update = (document: Document, inserting: boolean) => Document;

/**
 * Compiles an update by operators, or a replacement, to a function that returns the new document. It returns the same
 * reference if nothing has changed, and never changes its input. Throws MongoDB's errors, here or in the function:
 * FailedToParse (9), ConflictingUpdateOperators (40), ImmutableField (66), TypeMismatch (14), PathNotViable (28).
 */
export function compileUpdate(update: Document): Update {
  const hasOperators = Object.keys(update)[0]?.startsWith('$') === true;
  const apply: Update = hasOperators ? compileOperatorUpdate(update) : compileReplacement(update);
  return (document, inserting) => {
    const updated = apply(document, inserting);
    if (updated !== document) checkId(document, updated);
    return updated;
  };
}

function checkId(before: Document, after: Document): void {
  if (!('_id' in before) || identical(before._id, after._id)) return;
  throw new MongoError(
    66,
    'ImmutableField',
    `Performing an update on the path '_id' would modify the immutable field '_id': ${EJSON.stringify(before._id)}`,
  );
}

function compileOperatorUpdate(update: Document): Update {
  const changes = changesOf(update).sort((a, b) => comparePaths(a.path, b.path));
  refuseConflicts(changes);
  const onUpdate = changes.filter(({ onInsert }) => !onInsert);
  return (document, inserting) => applyChanges(document, inserting ? changes : onUpdate);
}

function comparePaths(a: string, b: string): number {
  spend(PATH_STEPS);
  const [left, right] = [partsOf(a), partsOf(b)];
  const at = left.findIndex((part, i) => part !== right[i]);
  const [x, y] = [left[at], right[at]];
  if (x === undefined || y === undefined) return left.length - right.length;
  // New fields are added in the order of their names. Names that are numbers are ordered by value.
  if (isIndex(x) && isIndex(y)) return Number(x) - Number(y);
  return compareStrings(x, y);
}

/** Throws if a path is the beginning of another. `changes` are in the order of their paths. */
function refuseConflicts(changes: readonly Change[]): void {
  for (let i = 1; i < changes.length; i++) {
    const [before, path] = [changes[i - 1]?.path as string, changes[i]?.path as string];
    if (path === before || path.startsWith(`${before}.`)) throw conflict(path, before);
  }
}

const conflict = (path: string, at: string): MongoError =>
  new MongoError(40, 'ConflictingUpdateOperators', `Updating the path '${path}' would create a conflict at '${at}'`);

function applyChanges(document: Document, changes: readonly Change[]): Document {
  const owned: Owned = new Set();
  let updated = document;
  for (const { path, modify } of changes) {
    spend(PATH_STEPS);
    const current = getPath(document, path);
    const next = modify(current, { path, document });
    if (next === undefined) updated = unsetPath(updated, path, owned);
    else if (next !== current && !identical(next, current)) updated = setPath(updated, path, next, owned);
  }
  return updated;
}
