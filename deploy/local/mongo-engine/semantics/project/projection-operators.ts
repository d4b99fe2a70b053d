import type { Document } from 'bson';
import { located } from '../../values/error.ts';
import { toInteger } from '../../values/number.ts';
import { compileFilter } from '../match/match.ts';
import { compileElement } from '../match/match-operators.ts';
import { compilePosition, type Position } from '../match/position.ts';
import type { Cut } from './projection-tree.ts';

/** The array operators of find projections: `$slice`, `$elemMatch` and the positional `a.$`. */
export function compileArrayOperator(
  path: string,
  operand: unknown,
  filter: Document,
): { cut: Cut; appended?: boolean } {
  if (path.endsWith('.$')) return { cut: positional(path.slice(0, -2), compilePosition(filter)) };
  const { $elemMatch, $slice } = operand as Document;
  return $elemMatch === undefined ? { cut: slice($slice) } : { cut: firstMatching(path, $elemMatch), appended: true };
}

const positional =
  (path: string, position: Position): Cut =>
  (value, root) => {
    if (!Array.isArray(value)) return value;
    const index = position(root, path);
    if (index >= value.length)
      throw located(51247, 'Executor error during find command :: caused by :: positional operator element mismatch');
    return [value[index]];
  };

function firstMatching(path: string, criteria: unknown): Cut {
  if (path.includes('.')) throw located(31275, `Cannot use $elemMatch projection on a nested field: ${path}`);
  const matches = compileElement(criteria, compileFilter);
  return (value) => {
    const index = Array.isArray(value) ? value.findIndex(matches) : -1;
    return index < 0 ? undefined : [(value as unknown[])[index]];
  };
}

function slice(operand: unknown): Cut {
  const [first, count] = (Array.isArray(operand) ? operand : [operand]).map((value) =>
    Number(toInteger(value) ?? Number.NaN),
  );
  if (first === undefined || Number.isNaN(first) || Number.isNaN(count)) throw located(28726, '$slice takes integers');
  if (count !== undefined && count <= 0) throw located(28729, `$slice limit must be positive: ${count}`);
  return (value) => {
    if (!Array.isArray(value)) return value;
    if (count === undefined) return first < 0 ? value.slice(first) : value.slice(0, first);
    const start = first < 0 ? Math.max(value.length + first, 0) : first;
    return value.slice(start, start + count);
  };
}
