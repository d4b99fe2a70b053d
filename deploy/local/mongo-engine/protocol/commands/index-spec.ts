import { type Document, Int32 } from 'bson';
import { compileFilter } from '../../semantics/match/match.ts';
import { isTruthy } from '../../semantics/match/value-tests.ts';
import { toNumber } from '../../storage/bson.ts';
import { MongoError, unsupported } from '../../values/error.ts';
import { BOOL, checkFields, type Fields, NUMBER, OBJECT, oneOf, required, STRING } from '../../values/fields.ts';
import { isOperatorDocument } from '../../values/value.ts';

const SPEC: Fields = {
  v: oneOf(2),
  key: required(OBJECT),
  name: required(STRING),
  unique: BOOL,
  partialFilterExpression: OBJECT,
  expireAfterSeconds: NUMBER,
};

/**
 * The index in the form that `listIndexes` shows. @throws MongoError 67 if the index is invalid, 115 if the engine does
 * not have this kind of index
 */
export function indexSpecOf(spec: Document): Document {
  checkFields(spec, SPEC, 'createIndexes.indexes');
  const { v: _, name, key, ...options } = spec;
  const paths = Object.entries(key);
  if (paths.length === 0) throw cannotCreate('index keys cannot be an empty object');
  for (const [path, direction] of paths) checkField(path, direction);
  if (spec.expireAfterSeconds !== undefined && (paths.length > 1 || '_id' in key))
    throw cannotCreate('TTL indexes are single-field indexes, of another field than _id');
  if (spec.partialFilterExpression) checkPartialFilter(spec.partialFilterExpression);
  return { v: new Int32(2), key, name, ...options };
}

function checkField(path: string, direction: unknown): void {
  if (typeof direction === 'string') throw unsupported(`a ${direction} index`);
  if (Math.abs(toNumber(direction) ?? 0) !== 1) throw cannotCreate(`the direction of ${path} must be 1 or -1`);
  if (path.split('.').some((part) => part === '' || part.startsWith('$'))) throw unsupported(`an index on '${path}'`);
}

const PARTIAL = new Set(['$eq', '$lt', '$lte', '$gt', '$gte', '$in']);

/** Accepts the operators that MongoDB allows in a partial index. */
function checkPartialFilter(filter: Document): void {
  compileFilter(filter);
  for (const [name, operand] of Object.entries(filter)) {
    if (name.startsWith('$')) throw unsupported(`a partial index by ${name}`);
    if (!isOperatorDocument(operand)) continue;
    for (const [operator, value] of Object.entries(operand)) {
      if (!PARTIAL.has(operator) && !(operator === '$exists' && isTruthy(value)))
        throw cannotCreate(`Expression not supported in partial index: ${operator}`);
    }
  }
}

export const cannotCreate = (message: string) => new MongoError(67, 'CannotCreateIndex', message);
