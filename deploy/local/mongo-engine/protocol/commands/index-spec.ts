import { calculateObjectSize, type Document, EJSON, Int32 } from 'bson';
import { sameKey } from '../../queries/planner.ts';
import { compileFilter } from '../../semantics/match/match.ts';
import { isRegex, isTruthy } from '../../semantics/match/value-tests.ts';
import { compoundPaths } from '../../semantics/sort.ts';
import { toBoolean, toNumber } from '../../storage/bson.ts';
import { MongoError, unsupported } from '../../values/error.ts';
import { ANY, BOOL, checkFields, type Fields, OBJECT, oneOf, refused, required, STRING } from '../../values/fields.ts';
import { checkDepth } from '../../values/path-depth.ts';
import { bsonType, isOperatorDocument } from '../../values/value.ts';

const SPEC: Fields = {
  v: oneOf(1, 2),
  key: required(OBJECT),
  name: required(STRING),
  unique: BOOL,
  sparse: BOOL,
  partialFilterExpression: OBJECT,
  expireAfterSeconds: ANY,
  background: BOOL,
  ...refused('collation', 'hidden', 'weights', 'default_language', 'language_override', 'textIndexVersion'),
  ...refused('2dsphereIndexVersion', 'bits', 'min', 'max', 'storageEngine', 'wildcardProjection', 'ns'),
};

/** Bytes. */
const MAX_KEY_PATTERN = 2048;

/** An index as `listIndexes` is to show it. @throws MongoError 67 for one that cannot be, 115 for one of a kind that is not here */
export function indexSpecOf(spec: Document): Document {
  checkFields(spec, SPEC, 'createIndexes.indexes', (name) => invalid(name, 'an index'));
  const { v: _, background: __, name, key, ...options } = spec;
  if (name === '') throw cannotCreate('index names cannot be empty');
  if (compoundPaths(key).length === 0) throw cannotCreate('index keys cannot be an empty object');
  if (calculateObjectSize(key) > MAX_KEY_PATTERN) throw cannotCreate('Index key pattern too large.');
  for (const [path, direction] of Object.entries(key)) checkField(path, direction);
  if (spec.expireAfterSeconds !== undefined) checkExpiry(spec, key);
  if (spec.partialFilterExpression) checkPartial(spec, key);
  return { v: new Int32(2), key, name, ...options };
}

function checkField(path: string, direction: unknown): void {
  checkDepth(path, 'update');
  if (typeof direction === 'string') throw unsupported(`a ${direction} index`);
  if (!toNumber(direction))
    throw cannotCreate(`Values in the index key pattern cannot be 0 or other than numbers: ${path}`);
  if (path.startsWith('$') || path === '' || path.includes('$**'))
    throw unsupported(`an index on ${path || 'the empty path'}`);
  if (path.split('.').some((part) => part === '' || (part.startsWith('$') && !/^\$(id|ref|db)$/.test(part))))
    throw cannotCreate(`Index key contains an illegal field name: '${path}'`);
}

/** MongoDB keeps the seconds in 32 bits. */
const MAX_EXPIRY = 2 ** 31 - 1;

function checkExpiry(spec: Document, key: Document): void {
  const seconds = toNumber(spec.expireAfterSeconds);
  const fault = (words: string) => cannotCreate(`${words}. Index spec: ${EJSON.stringify(spec)}`);
  const option = "TTL index 'expireAfterSeconds' option";
  if (seconds === undefined)
    throw fault(`${option} must be numeric, but received a type of '${bsonType(spec.expireAfterSeconds)}'`);
  if (seconds < 0) throw fault(`${option} cannot be less than 0`);
  if (!(seconds <= MAX_EXPIRY)) throw fault(`${option} must be within an acceptable range, try a different value`);
  if (Object.keys(key).length !== 1)
    throw fault('TTL indexes are single-field indexes, compound indexes do not support TTL');
  if ('_id' in key) throw invalid('expireAfterSeconds', 'an _id index');
}

function checkPartial({ sparse, partialFilterExpression }: Document, key: Document): void {
  if (toBoolean(sparse)) throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  if (sameKey(key, { _id: 1 })) throw invalid('partialFilterExpression', 'an _id index');
  checkPartialFilter(partialFilterExpression);
}

const PARTIAL = new Set(['$eq', '$lt', '$lte', '$gt', '$gte', '$type', '$in']);

/** MongoDB's choice of what an index may be restricted by. */
function checkPartialFilter(filter: Document): void {
  compileFilter(filter);
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' || name === '$or') for (const branch of operand) checkPartialFilter(branch);
    else if (name.startsWith('$') || isRegex(operand)) throw notPartial(name);
    else if (isOperatorDocument(operand)) {
      for (const [operator, value] of Object.entries(operand)) {
        if (!PARTIAL.has(operator) && !(operator === '$exists' && isTruthy(value))) throw notPartial(operator);
      }
    }
  }
}

const notPartial = (what: string) => cannotCreate(`Expression not supported in partial index: ${what}`);

const invalid = (option: string, what: string) =>
  new MongoError(
    197,
    'InvalidIndexSpecificationOption',
    `The field '${option}' is not valid for ${what} specification.`,
  );

export const cannotCreate = (message: string) => new MongoError(67, 'CannotCreateIndex', message);
