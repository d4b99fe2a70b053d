import { calculateObjectSize, type Document } from 'bson';
import { MongoError } from '../values/error.ts';
import { asDocument } from '../values/value.ts';
import type { Collection } from './collection.ts';

/** Maximum bytes of the values in the error. The error contains them twice, and a reply has at most 16 MiB. */
const MAX_SHOWN = 1024 * 1024;

/** MongoDB's error E11000, with the pattern of the index and the duplicate values. */
export function duplicateKey(collection: Collection, index: string, pattern: Document, values: unknown[]): MongoError {
  const names = Object.keys(pattern);
  const keyValue = Object.fromEntries(names.map((name, i) => [name, values[i] ?? null]));
  const isShown = calculateObjectSize(keyValue) <= MAX_SHOWN;
  const shown = names.map((name, i) => `${name}: ${isShown ? show(values[i]) : '...'}`).join(', ');
  const message = `E11000 duplicate key error collection: ${collection.ns} index: ${index} dup key: { ${shown} }`;
  return new MongoError(11000, 'DuplicateKey', message, { keyPattern: pattern, ...(isShown && { keyValue }) });
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof Date) return `new Date(${value.getTime()})`;
  if (Array.isArray(value)) return `[ ${value.map(show).join(', ')} ]`;
  const type = (value as { _bsontype?: string } | null)?._bsontype;
  if (type === 'ObjectId') return `ObjectId('${value}')`;
  const document = asDocument(value);
  if (!document) return String(value ?? null);
  return `{ ${Object.entries(document)
    .map(([name, inner]) => `${name}: ${show(inner)}`)
    .join(', ')} }`;
}
