import { z } from 'zod';

/**
 * Records whose callers add fields of their own (decisions 6: Material). JSON shows those beside the typed ones; a message
 * carries them as one JSON text, `freeFields`, so that no name of theirs can mean anything on the way.
 */

/** The field of a message, and the column of a CSV file, that holds the fields that are not typed. */
export const FREE_FIELDS = 'freeFields';

/** Levels of objects and lists, the record being the first. */
const MAX_DEPTH = 6;
/** Of the whole record as JSON in UTF-8. */
const MAX_BYTES = 64 * 1024;

/** More faults than this in one record help nobody. */
const MAX_FAULTS = 100;

/** An object of the fields in `shape`, and of any others that cannot do harm. */
export function freeForm<Shape extends z.ZodRawShape>(shape: Shape) {
  return z
    .object(shape)
    .catchall(z.unknown())
    .superRefine((record, context) => {
      // What is larger is not looked at.
      if (!isSmallEnough(record)) return context.addIssue(tooLarge);
      const free = Object.entries(record).filter(([name]) => !Object.hasOwn(shape, name));
      for (const fault of faultsOf(Object.fromEntries(free)).take(MAX_FAULTS)) context.addIssue(fault);
    });
}

/** An object that holds nothing but fields of the caller's own, none of which can do harm. Travels as one JSON text, too. */
export function freeObject() {
  return z.record(z.string(), z.unknown()).superRefine((fields, context) => {
    if (!isSmallEnough(fields)) return context.addIssue(tooLarge);
    for (const fault of faultsOf(fields).take(MAX_FAULTS)) context.addIssue(fault);
  });
}

/** The free fields of a message; none of them may be called as one of `known`. */
export function freeFieldsText(known: readonly string[]) {
  return z.string().superRefine((text, context) => {
    if (text.length > MAX_BYTES) return context.addIssue(tooLarge);
    const fields = parse(text);
    if (!fields) return context.addIssue({ code: 'custom', message: 'a JSON object expected' });
    for (const fault of faultsOf(fields).take(MAX_FAULTS)) context.addIssue(fault);
    const taken = known.find((name) => Object.hasOwn(fields, name));
    if (taken !== undefined) context.addIssue({ code: 'custom', message: `${taken} is a field of its own` });
  });
}

/** Whether a record of these fields is small enough. */
export function isSmallEnough(record: object): boolean {
  const text = JSON.stringify(record);
  // No character takes more than three bytes per code unit: short text needs no counting.
  return text.length * 3 <= MAX_BYTES || new TextEncoder().encode(text).length <= MAX_BYTES;
}

type Fault = { code: 'custom'; message: string; path: PropertyKey[] };

const tooLarge: Fault = { code: 'custom', message: `the record is larger than ${MAX_BYTES} bytes of JSON`, path: [] };

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

/** What stores and programs give a meaning of their own. */
function whyHostile(name: string): string | undefined {
  if (name.startsWith('$')) return 'a field name must not begin with $';
  if (name.includes('.')) return 'a field name must not hold a dot';
  if (name.includes('\0')) return 'a field name must not hold NUL';
  return name === '__proto__' ? 'a field must not be called __proto__' : undefined;
}
