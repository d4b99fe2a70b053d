import { z } from 'zod';

/**
 * Records with free fields of the caller (decisions 6: Material). JSON holds them beside the named fields. A message
 * carries them as one JSON text, `freeFields`, so that their names cannot collide with fields of the message.
 */

/** Name of the message field and the CSV column that hold the free fields. */
export const FREE_FIELDS = 'freeFields';

/** Maximum nesting of objects and lists. The record is the first level. */
const MAX_DEPTH = 6;
/** Maximum size of the whole record as JSON, in bytes of UTF-8. */
const MAX_BYTES = 64 * 1024;

/** Maximum number of faults for one record. */
const MAX_FAULTS = 100;

/** An object with the fields of `shape` and with free fields that are safe to store. */
export function freeForm<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(z.unknown())
    .superRefine((record, context) => {
      // Check the size first, so that a huge record is not walked.
      if (!isSmallEnough(record)) return context.addIssue(tooLarge());
      const free = Object.entries(record).filter(([name]) => !Object.hasOwn(shape, name));
      for (const fault of faultsOf(Object.fromEntries(free)).take(MAX_FAULTS)) context.addIssue(fault);
    });
}

/** An object with only free fields that are safe to store. A message carries it as one JSON text. */
export function freeObject() {
  return z.record(z.string(), z.unknown()).superRefine((fields, context) => {
    if (!isSmallEnough(fields)) return context.addIssue(tooLarge());
    for (const fault of faultsOf(fields).take(MAX_FAULTS)) context.addIssue(fault);
  });
}

/** The free fields of a message, as JSON text. A free field must not have a name in `known`. */
export function freeFieldsText(known: readonly string[]) {
  return z.string().superRefine((text, context) => {
    if (text.length > MAX_BYTES) return context.addIssue(tooLarge());
    const fields = parse(text);
    if (!fields) return context.addIssue({ code: 'custom', message: 'a JSON object expected' });
    for (const fault of faultsOf(fields).take(MAX_FAULTS)) context.addIssue(fault);
    const taken = known.find((name) => Object.hasOwn(fields, name));
    if (taken !== undefined) context.addIssue({ code: 'custom', message: `${taken} is the name of another field` });
  });
}

/** True if the record has at most MAX_BYTES bytes as JSON. */
export function isSmallEnough(record: object): boolean {
  const text = JSON.stringify(record);
  // A UTF-16 code unit takes at most three bytes, so short text needs no encoding.
  return text.length * 3 <= MAX_BYTES || new TextEncoder().encode(text).length <= MAX_BYTES;
}

type Fault = { code: 'custom'; message: string; path: PropertyKey[] };

/** A new object for each fault: zod keeps the input in it, and extends its path. */
const tooLarge = (): Fault => fault(`the record is larger than ${MAX_BYTES} bytes of JSON`, []);

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function* faultsOf(value: unknown, path: PropertyKey[] = []): Generator<Fault> {
  if (typeof value === 'string' && value.includes('\0')) yield fault('text must not hold NUL', path);
  if (typeof value === 'number' && !Number.isFinite(value)) yield fault('a finite number expected', path);
  if (typeof value !== 'object' || value === null) return;
  if (path.length >= MAX_DEPTH) return yield fault(`nested more than ${MAX_DEPTH} levels deep`, path);
  for (const [name, held] of Object.entries(value)) {
    const at = [...path, Array.isArray(value) ? Number(name) : name];
    const why = Array.isArray(value) ? undefined : whyHostile(name);
    if (why) yield fault(why, at);
    else yield* faultsOf(held, at);
  }
}

const fault = (message: string, path: PropertyKey[]): Fault => ({ code: 'custom', message, path });

/** Reason to refuse a field name: MongoDB or JavaScript treats it specially. Undefined: the name is safe. */
function whyHostile(name: string): string | undefined {
  if (name.startsWith('$')) return 'a field name must not begin with $';
  if (name.includes('.')) return 'a field name must not hold a dot';
  if (name.includes('\0')) return 'a field name must not hold NUL';
  return name === '__proto__' ? 'a field must not be called __proto__' : undefined;
}
