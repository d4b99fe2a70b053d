import { badValue } from '../../values/error.ts';
import { asDocument, bsonType } from '../../values/value.ts';
import { valueKey } from '../../values/value-key.ts';
import { documentOf, type Modify, type Target } from './update-target.ts';

function arrayOf(current: unknown, target: Target): unknown[] {
  if (Array.isArray(current)) return current;
  throw badValue(
    `The field '${target.path}' must be an array but is of type ${bsonType(current)} in document ${documentOf(target)}`,
  );
}

function eachOf(name: string, each: unknown): unknown[] {
  if (Array.isArray(each)) return each;
  throw badValue(`The argument to $each in ${name} must be an array but it was of type: ${bsonType(each)}`);
}

export function compileAddToSet(operand: unknown): Modify {
  const clauses = asDocument(operand);
  const values = clauses !== undefined && '$each' in clauses ? eachOf('$addToSet', clauses.$each) : [operand];
  const stranger = clauses !== undefined && '$each' in clauses && Object.keys(clauses).find((name) => name !== '$each');
  if (stranger) throw badValue(`Found unexpected fields after $each in $addToSet: ${stranger}`);
  const distinct = new Map<string, unknown>();
  for (const value of values) {
    const key = valueKey(value);
    if (!distinct.has(key)) distinct.set(key, value);
  }
  return (current, target) => {
    const array = current === undefined ? [] : arrayOf(current, target);
    const missing = new Map(distinct);
    for (const element of array) {
      if (missing.size === 0) break;
      missing.delete(valueKey(element));
    }
    return missing.size === 0 ? (current ?? array) : [...array, ...missing.values()];
  };
}
