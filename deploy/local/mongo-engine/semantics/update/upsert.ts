import type { Document } from 'bson';
import { MongoError } from '../../values/error.ts';
import { type Owned, setPath } from '../../values/path.ts';
import { isOperatorDocument } from '../../values/value.ts';
import { withId } from './replacement.ts';

/**
 * The document that an upsert begins with: the fields that the filter fixes to one value. Throws NotSingleValueField (54)
 * where it fixes one twice, NotExactValueField (111) for a part of `_id`.
 */
export function documentFromFilter(filter: Document): Document {
  const equalities = [...equalitiesOf(filter)];
  refuseOverlaps(equalities.map(([path]) => path));
  const owned: Owned = new Set();
  const document = equalities.reduce<Document>((made, [path, value]) => setPath(made, path, value, owned), {});
  return withId(document._id, document);
}

function* equalitiesOf(filter: Document): Generator<[string, unknown]> {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' || (name === '$or' && (operand as Document[]).length === 1)) {
      for (const branch of operand as Document[]) yield* equalitiesOf(branch);
    } else if (!name.startsWith('$')) {
      for (const value of fixedValues(operand)) yield [name, value];
    }
  }
}

/** The one value that an operand asks for, if it asks for one. */
function fixedValues(operand: unknown): unknown[] {
  if (!isOperatorDocument(operand)) return [operand];
  const values: unknown[] = [];
  if ('$eq' in operand) values.push(operand.$eq);
  const { $in: one } = operand;
  if (Array.isArray(one) && one.length === 1) values.push(one[0]);
  return values;
}

function refuseOverlaps(paths: string[]): void {
  // A path's parts are followed by the least character: what begins with a path comes right behind it.
  const sorted = paths.map((path) => `${path.replaceAll('.', '\0')}\0`).sort();
  const at = sorted.findIndex((path, i) => i > 0 && path.startsWith(sorted[i - 1] as string));
  if (at > 0) {
    const other = (sorted[at] as string).slice(0, -1).replaceAll('\0', '.');
    throw new MongoError(
      54,
      'NotSingleValueField',
      `cannot infer query fields to set, path '${other}' is matched twice`,
    );
  }
  for (const path of paths) {
    if (path.startsWith('_id.')) {
      throw new MongoError(
        111,
        'NotExactValueField',
        `cannot infer query fields to set, path '_id' is not an exact value`,
      );
    }
  }
}
