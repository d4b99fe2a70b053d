import { type Document, Long } from 'bson';
import { located } from '../../../values/error.ts';
import { partsOf } from '../../../values/names.ts';
import { getPath, setPath, step, unsetPath } from '../../../values/path.ts';
import { isTruthy } from '../../match/value-tests.ts';
import { pathParts } from '../expression.ts';
import { declaredArguments } from '../expressions/operator.ts';
import { perDocument, type StageCompiler } from './stage.ts';

/** A document per element of an array; a value that is no array counts as an array of itself. */
export const unwind: StageCompiler = (operand) => {
  const { path, includeArrayIndex, preserveNullAndEmptyArrays } =
    typeof operand === 'string' ? { path: operand } : optionsOf(operand);
  const source = pathOf(path);
  const keepsEmpty = isTruthy(preserveNullAndEmptyArrays);
  const indexed = (document: Record<string, unknown>, index: number | null) =>
    includeArrayIndex === undefined
      ? document
      : setPath(document, includeArrayIndex, index === null ? null : Long.fromNumber(index));
  return perDocument(
    () =>
      function* (document) {
        const value = valueAt(document, source);
        if (Array.isArray(value) && value.length > 0) {
          for (const [i, element] of value.entries()) yield indexed(setPath(document, source, element), i);
        } else if (value !== undefined && value !== null && !Array.isArray(value)) {
          yield indexed(document, null);
        } else if (keepsEmpty) {
          yield indexed(Array.isArray(value) ? unsetPath(document, source) : document, null);
        }
      },
  );
};

function optionsOf(operand: unknown): Document {
  const options = ['includeArrayIndex', 'preserveNullAndEmptyArrays'];
  const spec = declaredArguments(operand, '$unwind', ['path'], options, [15981, 28811, 28812]);
  const { includeArrayIndex: index, preserveNullAndEmptyArrays: keeps } = spec;
  if (index !== undefined && (typeof index !== 'string' || index === ''))
    throw located(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage');
  if (typeof index === 'string' && index.startsWith('$'))
    throw located(28822, `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`);
  if (keeps !== undefined && typeof keeps !== 'boolean')
    throw located(28809, 'expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage');
  return spec;
}

function pathOf(path: unknown): string {
  if (typeof path !== 'string') throw located(28808, 'expected a string as the path for $unwind stage');
  if (!path.startsWith('$') || path.length === 1)
    throw located(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  pathParts(path.slice(1));
  return path.slice(1);
}

/** `$unwind` does not go through arrays on its way. */
function valueAt(document: Record<string, unknown>, path: string): unknown {
  const parts = partsOf(path);
  const [name] = parts.splice(-1);
  const container = parts.length === 0 ? document : getPath(document, parts.join('.'));
  return Array.isArray(container) ? undefined : step(container, name as string);
}
