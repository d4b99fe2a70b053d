import { type Document, EJSON } from 'bson';
import { compareValues, equalValues } from '../../values/compare.ts';
import { badValue, failedToParse, typeMismatch, unsupported } from '../../values/error.ts';
import { addNumbers, isNumber } from '../../values/number.ts';
import { asDocument, bsonType, isOperatorDocument } from '../../values/value.ts';
import { checkPath, documentOf, type Modify } from './update-target.ts';

/** Field operators by name. Each compiles its operand once. */
const MODIFIERS: Record<string, (operand: unknown) => Modify> = {
  $set: (operand) => () => operand,
  $setOnInsert: (operand) => () => operand,
  $unset: () => () => undefined,
  $inc: compileInc,
  $max: (operand) => (current) => (current === undefined || compareValues(operand, current) > 0 ? operand : current),
  $addToSet: compileAddToSet,
};

/** A change of the field at a path. `onInsert`: only an upsert makes it. */
export interface Change {
  path: string;
  modify: Modify;
  onInsert: boolean;
}

function compileInc(operand: unknown): Modify {
  if (!isNumber(operand)) throw typeMismatch(`Cannot increment with non-numeric argument: ${EJSON.stringify(operand)}`);
  return (current, target) => {
    if (current === undefined) return operand;
    if (!isNumber(current)) {
      throw typeMismatch(
        `Cannot apply $inc to a value of non-numeric type. ${documentOf(target)} has the field '${lastPart(target.path)}' of non-numeric type ${bsonType(current)}`,
      );
    }
    const sum = addNumbers(current, operand);
    if (sum === undefined) throw badValue(`Failed to apply $inc operations to current value for ${documentOf(target)}`);
    return sum;
  };
}

function compileAddToSet(operand: unknown): Modify {
  if (isOperatorDocument(operand)) throw unsupported(`$addToSet with ${Object.keys(operand)[0]}`);
  return (current, target) => {
    if (current === undefined) return [operand];
    if (!Array.isArray(current)) {
      throw badValue(
        `The field '${target.path}' must be an array but is of type ${bsonType(current)} in document ${documentOf(target)}`,
      );
    }
    return current.some((element) => equalValues(element, operand)) ? current : [...current, operand];
  };
}

const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Compiles the operators of an update document. */
export function changesOf(update: Document): Change[] {
  return Object.keys(update).flatMap((name) => {
    const compile = Object.hasOwn(MODIFIERS, name) ? MODIFIERS[name] : undefined;
    if (compile === undefined) throw unsupported(`the update operator ${name}`);
    const operands = asDocument(update[name]);
    if (operands === undefined) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${bsonType(update[name])} instead. For example: {$mod: {<field>: ...}} not {${name}: ${EJSON.stringify(update[name])}}`,
      );
    }
    return Object.keys(operands).map((path) => {
      checkPath(path);
      return { path, modify: compile(operands[path]), onInsert: name === '$setOnInsert' };
    });
  });
}
