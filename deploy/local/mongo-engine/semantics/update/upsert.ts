import type { Document } from 'bson';
import { unsupported } from '../../values/error.ts';
import { type Owned, setPath } from '../../values/path.ts';
import { isOperatorDocument } from '../../values/value.ts';
import { withId } from './replacement.ts';

/**
 * The document that an upsert begins with: the fields that the filter fixes to one value. @throws MongoError 115 where it fixes
 * one twice
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

/** A filter that fixes a path twice, or a part of another path or of `_id`: no service sends one. */
function refuseOverlaps(paths: string[]): void {
  // A path's parts are followed by the least character: what begins with a path comes right behind it.
  const sorted = ['_id', ...paths.filter((path) => path !== '_id')]
    .map((path) => `${path.replaceAll('.', '\0')}\0`)
    .sort();
  if (sorted.some((path, i) => i > 0 && path.startsWith(sorted[i - 1] as string)))
    throw unsupported('an upsert whose filter fixes one path twice');
}
