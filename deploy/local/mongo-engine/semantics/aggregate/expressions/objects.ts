import { calculateObjectSize, type Document } from 'bson';
import type { Budget } from '../../../scheduling/budget.ts';
import { located } from '../../../values/error.ts';
import { MARK, nameInBytes, nameInMemory } from '../../../values/names.ts';
import { asDocument, bsonType, field, setField } from '../../../values/value.ts';
import { spend } from '../../../values/watch.ts';
import { eager, isNullish, namedArguments, type Operator } from './operator.ts';

/** Bytes, about, of a document that is made, for each of its fields. */
const FIELD_SIZE = 64;

export function countFields(made: Document, budget: Budget): Document {
  budget.make(FIELD_SIZE * Object.keys(made).length);
  return made;
}

/** Later documents win; null and missing count as empty. */
export function mergeObjects(values: readonly unknown[]): Document {
  const merged: Document = {};
  for (const value of values) {
    if (isNullish(value)) continue;
    const document = asDocument(value);
    if (document === undefined)
      throw located(40400, `$mergeObjects requires object inputs, but input is of type ${bsonType(value)}`);
    for (const name of Object.keys(document)) setField(merged, name, document[name]);
  }
  return merged;
}

const getField: Operator = (operand, compile, name) => {
  const whole = asDocument(operand);
  const named = whole !== undefined && 'field' in whole;
  const args = named ? namedArguments(operand, compile, name, ['field'], ['input']) : { field: compile(operand) };
  return (scope) => {
    const key = args.field?.(scope);
    if (typeof key !== 'string') throw located(5654602, '$getField requires a string as its field');
    const input = asDocument('input' in args ? args.input?.(scope) : scope.root);
    return input === undefined ? undefined : field(input, nameInMemory(key));
  };
};

const setFieldOf =
  (removes: boolean): Operator =>
  (operand, compile, name) => {
    const args = namedArguments(operand, compile, name, removes ? ['field', 'input'] : ['field', 'input', 'value']);
    return (scope) => {
      const key = args.field?.(scope);
      const input = args.input?.(scope);
      if (typeof key !== 'string') throw located(4161107, `${name} requires a string as its field`);
      if (isNullish(input)) return null;
      const document = asDocument(input);
      if (document === undefined) throw located(4161105, `${name} requires a document as its input`);
      const copy = countFields({ ...document }, scope.budget);
      const [member, value] = [nameInMemory(key), args.value?.(scope)];
      if (value === undefined) delete copy[member];
      else setField(copy, member, value);
      return copy;
    };
  };

function bsonSize(value: unknown): number | null {
  if (isNullish(value)) return null;
  const document = asDocument(value);
  if (document === undefined) throw located(31393, `$bsonSize requires a document input, found: ${bsonType(value)}`);
  const size = calculateObjectSize(document);
  spend(size);
  return size - marks(document) * Buffer.byteLength(MARK);
}

/** How many names are longer in memory than in the bytes. */
function marks(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + marks(item), 0);
  const document = asDocument(value);
  if (document === undefined) return 0;
  return Object.keys(document).reduce(
    (sum, name) => sum + (nameInBytes(name) === name ? 0 : 1) + marks(document[name]),
    0,
  );
}

export const OBJECTS: Record<string, Operator> = {
  $bsonSize: eager(1, 1, ([value]) => bsonSize(value)),
  $mergeObjects: eager(0, Infinity, (args, _, { budget }) => countFields(mergeObjects(args), budget)),
  $getField: getField,
  $setField: setFieldOf(false),
  $unsetField: setFieldOf(true),
};
