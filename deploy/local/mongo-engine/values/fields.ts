import { Binary, type Document } from 'bson';
import { badValue, located, type MongoError, typeMismatch, unsupported } from './error.ts';
import { isNumber, toInteger, toNumber } from './number.ts';
import { asDocument, bsonType } from './value.ts';

/** Throws if the argument must not have this value. `path` is the client's name of the argument. */
export type Check = ((value: unknown, path: string) => void) & { isRequired?: boolean; entries?: Fields };

/** Every argument that a command or a document may have, by name. Others are refused. */
export type Fields = Readonly<Record<string, Check>>;

/** Declares all arguments that are not named. */
export const ANY_OTHER = '*';

/**
 * A null argument counts as missing. @throws MongoError 115 for an argument that is not declared, 40414 if a required
 * argument is missing
 */
export function checkFields(document: Document, fields: Fields, owner: string): void {
  for (const name of Object.keys(document)) {
    const check = Object.hasOwn(fields, name) ? fields[name] : fields[ANY_OTHER];
    if (document[name] === null) continue;
    if (!check) throw unsupported(`the option ${owner}.${name}`);
    check(document[name], `${owner}.${name}`);
  }
  for (const name in fields) {
    if (fields[name]?.isRequired && (document[name] ?? null) === null) throw missing(`${owner}.${name}`);
  }
}

export const missing = (path: string): MongoError =>
  located(40414, `BSON field '${path}' is missing but a required field`);

function typed(expected: string, holds: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (holds(value)) return;
    throw typeMismatch(`BSON field '${path}' is the wrong type '${bsonType(value)}', expected type '${expected}'`);
  };
}

export const ANY: Check = () => {};
export const STRING = typed('string', (value) => typeof value === 'string');
export const OBJECT = typed('object', (value) => asDocument(value) !== undefined);
export const NUMBER = typed('number', isNumber);
export const BOOL = typed('bool', (value) => typeof value === 'boolean' || isNumber(value));
export const LONG = typed('long', (value) => toInteger(value) !== undefined);
export const BINARY = typed('binData', (value) => bsonType(value) === 'binData');

export const UUID = typed('UUID', (value) => value instanceof Binary && value.length() === 16);

/** A number of documents. Its fraction is cut off. */
export const COUNT: Check = (value, path) => {
  NUMBER(value, path);
  const count = toNumber(value as number);
  if (!(Math.trunc(count) >= 0))
    throw located(51024, `BSON field '${path}' value must be >= 0, actual value '${count}'`);
};

export const HINT: Check = (value) => {
  if (!asDocument(value)) throw unsupported('a hint by name');
};

export const required = (check: Check): Check =>
  Object.assign((value: unknown, path: string) => check(value, path), { ...check, isRequired: true });

export const object =
  (fields: Fields): Check =>
  (value, path) => {
    OBJECT(value, path);
    checkFields(asDocument(value) ?? {}, fields, path);
  };

const ARRAY = typed('array', Array.isArray);

export const listOf =
  (check: Check): Check =>
  (value, path) => {
    ARRAY(value, path);
    for (const [i, element] of (value as unknown[]).entries()) check(element, `${path}.${i}`);
  };

/** The documents of a write command, in the body or in a section of their own. */
export const statements = (entries?: Fields): Check =>
  Object.assign(
    (value: unknown, path: string) => {
      if (!Array.isArray(value)) throw missing(path);
      for (const entry of value) OBJECT(entry, path);
    },
    { isRequired: true, ...(entries && { entries }) },
  );

export const oneOf =
  (...values: unknown[]): Check =>
  (value, path) => {
    if (!values.includes(isNumber(value) ? toNumber(value) : value))
      throw badValue(`Enumeration value '${String(value)}' for field '${path}' is not a valid value.`);
  };
