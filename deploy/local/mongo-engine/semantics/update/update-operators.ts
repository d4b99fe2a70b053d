import { type Document, EJSON, Long, Timestamp } from 'bson';
import { addNumbers, intOrLong, multiplyNumbers } from '../../values/arithmetic.ts';
import { compareValues } from '../../values/compare.ts';
import { badValue, failedToParse, typeMismatch } from '../../values/error.ts';
import { type BsonNumber, isNumber, numberType, toInteger } from '../../values/number.ts';
import { asDocument, bsonType } from '../../values/value.ts';
import { compileAddToSet, compilePop, compilePull, compilePullAll, compilePush } from './update-arrays.ts';
import { checkPath, documentOf, type Modify, type Target } from './update-target.ts';

/** Field operators by name: each compiles its operand once. `$rename` and `$setOnInsert` are the update's own matter. */
const MODIFIERS: Record<string, (operand: unknown) => Modify> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: (operand) => compileArithmetic('$inc', operand, addNumbers, () => operand),
  $mul: (operand) =>
    compileArithmetic('$mul', operand, multiplyNumbers, () => multiplyNumbers(operand as BsonNumber, 0)),
  $min: (operand) => (current) => (current === undefined || compareValues(operand, current) < 0 ? operand : current),
  $max: (operand) => (current) => (current === undefined || compareValues(operand, current) > 0 ? operand : current),
  $currentDate: compileCurrentDate,
  $bit: compileBit,
  $push: compilePush,
  $addToSet: compileAddToSet,
  $pop: compilePop,
  $pull: compilePull,
  $pullAll: compilePullAll,
};

export const compileModifier = (name: string, operand: unknown): Modify =>
  (MODIFIERS[name] as (operand: unknown) => Modify)(operand);

type Arithmetic = (a: BsonNumber, b: BsonNumber) => BsonNumber | undefined;

function compileArithmetic(name: string, operand: unknown, compute: Arithmetic, initial: () => unknown): Modify {
  const verb = name === '$inc' ? 'increment' : 'multiply';
  if (!isNumber(operand)) throw typeMismatch(`Cannot ${verb} with non-numeric argument: ${EJSON.stringify(operand)}`);
  return (current, target) => {
    if (current === undefined) return initial();
    if (!isNumber(current)) {
      throw typeMismatch(
        `Cannot apply ${name} to a value of non-numeric type. ${documentOf(target)} has the field '${lastPart(target.path)}' of non-numeric type ${bsonType(current)}`,
      );
    }
    const result = compute(current, operand);
    if (result === undefined)
      throw badValue(`Failed to apply ${name} operations to current value for ${documentOf(target)}`);
    return result;
  };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

function compileCurrentDate(operand: unknown): Modify {
  const stranger = Object.keys(asDocument(operand) ?? {}).find((name) => name !== '$type');
  if (stranger) throw badValue(`Unrecognized $currentDate option: ${stranger}`);
  const type = asDocument(operand)?.$type ?? 'date';
  if (typeof operand !== 'boolean' && asDocument(operand) === undefined) {
    throw badValue(
      `${bsonType(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression`,
    );
  }
  if (type !== 'date' && type !== 'timestamp') {
    throw badValue(
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  if (type === 'date') return (_current, { now }) => now;
  return (_current, { now }) => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
}

const BITS: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

function compileBit(operand: unknown): Modify {
  const operations = Object.entries(asDocument(operand) ?? {});
  if (operations.length === 0)
    throw badValue('You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}}');
  const steps = operations.map(([name, mask]) => {
    const apply = Object.hasOwn(BITS, name) ? BITS[name] : undefined;
    if (apply === undefined) throw badValue(`The $bit modifier only supports 'and', 'or', and 'xor', not '${name}'`);
    if (!isInteger(mask)) throw badValue('The $bit modifier field must be an Integer(32/64 bit)');
    return { apply, mask };
  });
  return (current, target) =>
    steps.reduce(
      (value: unknown, { apply, mask }) => applyBits(value, apply, mask, target),
      current === undefined ? 0 : current,
    );
}

const isInteger = (value: unknown): value is BsonNumber =>
  isNumber(value) && (numberType(value) === 'int' || numberType(value) === 'long');

function applyBits(value: unknown, apply: (a: bigint, b: bigint) => bigint, mask: BsonNumber, target: Target): unknown {
  if (!isInteger(value)) throw badValue(`Cannot apply $bit to a value of non-integral type. ${documentOf(target)}`);
  const result = apply(toInteger(value) ?? 0n, toInteger(mask) ?? 0n);
  if (numberType(value) === 'int' && numberType(mask) === 'int') return intOrLong(result);
  return Long.fromBigInt(result);
}

/** The operators of an update document: what each asks of which path. Throws FailedToParse (9) for what is no operator. */
export function modificationsOf(update: Document): { name: string; path: string; operand: unknown }[] {
  return Object.keys(update).flatMap((name) => {
    if (!Object.hasOwn(MODIFIERS, name) && name !== '$rename') {
      throw failedToParse(
        `Unknown modifier: ${name}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    const operands = asDocument(update[name]);
    if (operands === undefined) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${bsonType(update[name])} instead. For example: {$mod: {<field>: ...}} not {${name}: ${EJSON.stringify(update[name])}}`,
      );
    }
    return Object.keys(operands).map((path) => {
      checkPath(path);
      return { name, path, operand: operands[path] };
    });
  });
}
