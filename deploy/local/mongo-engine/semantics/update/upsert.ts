import type { Document } from 'bson';
import { unsupported } from '../../values/error.ts';
import { type Owned, setPath } from '../../values/path.ts';
import { isOperatorDocument } from '../../values/value.ts';
import { withId } from './replacement.ts';

/**
 * The document with which an upsert begins: the fields for which the filter fixes a single value.
 * @throws MongoError 115 if the filter fixes a field twice
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

/** The values that an operand fixes: that of `$eq`, and that of `$in` with a single value. */
function fixedValues(operand: unknown): unknown[] {
  if (!isOperatorDocument(operand)) return [operand];
  const values: unknown[] = [];
  if ('$eq' in operand) values.push(operand.$eq);
  const { $in: one } = operand;
  if (Array.isArray(one) && one.length === 1) values.push(one[0]);
  return values;
}

/** Throws for a filter that fixes a path twice, or a part of another path or of `_id`: no service sends one. */
function refuseOverlaps(paths: string[]): void {
  // Each part is followed by the least character. So a path that begins with another one is sorted directly after it.
  const sorted = ['_id', ...paths.filter((path) => path !== '_id')]
    .map((path) => `${path.replaceAll('.', '\0')}\0`)
    .sort();
  if (sorted.some((path, i) => i > 0 && path.startsWith(sorted[i - 1] as string)))
    throw unsupported('an upsert whose filter fixes one path twice');
}
