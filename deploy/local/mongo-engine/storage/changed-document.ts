import type { Document } from 'bson';
import { encode } from './bson.ts';
import { endOfName, endOfValue } from './elements.ts';
import { documentOf } from './field-decoder.ts';

/** Each takes some 200 bytes meanwhile: a document of very many is encoded anew. */
const MOST_FIELDS = 20_000;

/**
 * `after` as bytes, of which those of `before` are given. What both share is copied as it lies: types that the engine does
 * not know stay as they are.
 */
export function encodeChanged(after: Document, before: Document, bytes: Buffer, start = 0): Buffer {
  const count = Object.keys(before).length;
  const fields = isPlain(before) && count <= MOST_FIELDS ? fieldsOf(bytes, start, count) : [];
  // In memory a name stands once, and what looks like a DBRef has other fields.
  if (fields.length !== count) return encode(after);
  const parts: Buffer[] = [];
  let next = 0;
  for (const name of Object.keys(after)) {
    while (fields[next] && fields[next]?.name !== name && !Object.hasOwn(after, fields[next]?.name ?? '')) next++;
    const field = fields[next];
    const [now, then]: unknown[] = [after[name], before[name]];
    if (field?.name !== name) parts.push(elementOf(name, now));
    else {
      next++;
      if (now === then) parts.push(bytes.subarray(field.start, field.end));
      else if (isPlain(now) && isPlain(then))
        parts.push(bytes.subarray(field.start, field.value), encodeChanged(now, then, bytes, field.value));
      else if (Array.isArray(now) && Array.isArray(then))
        parts.push(bytes.subarray(field.start, field.value), encodeChangedArray(now, then, bytes, field.value));
      else parts.push(elementOf(name, now));
    }
  }
  return documentOf(parts);
}

/** An element that was there before is copied as it lies, wherever it stands now. */
function encodeChangedArray(after: unknown[], before: unknown[], bytes: Buffer, start: number): Buffer {
  const elements = before.length <= MOST_FIELDS ? fieldsOf(bytes, start, before.length) : [];
  if (elements.length !== before.length) return elementOf('', after).subarray(2);
  const placeOf = new Map(before.map((value, place) => [value, place]));
  const parts = after.map((now, index) => {
    const name = String(index);
    const then = before[index];
    const known = elements[placeOf.get(now) ?? -1];
    const changed = elements[index];
    if (known) return named(name, bytes, known);
    if (!changed || !isPlain(now) || !isPlain(then)) return elementOf(name, now);
    return Buffer.concat([
      named(name, bytes, { ...changed, end: changed.value }),
      encodeChanged(now, then, bytes, changed.value),
    ]);
  });
  return documentOf(parts);
}

/** The element's type and value, under another name. */
const named = (name: string, bytes: Buffer, { start, value, end }: Omit<Field, 'name'>): Buffer =>
  Buffer.concat([bytes.subarray(start, start + 1), Buffer.from(`${name}\0`), bytes.subarray(value, end)]);

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const elementOf = (name: string, value: unknown): Buffer => encode({ [name]: value }).subarray(4, -1);

/** Where a field lies. */
interface Field {
  name: string;
  start: number;
  value: number;
  end: number;
}

/** At most one more than `count`. */
function fieldsOf(bytes: Buffer, start: number, count: number): Field[] {
  const fields = [];
  for (let at = start + 4; bytes[at] !== 0 && fields.length <= count; ) {
    const nameEnd = endOfName(bytes, at + 1);
    const end = endOfValue(bytes, bytes[at] as number, nameEnd + 1);
    fields.push({ name: bytes.toString('utf8', at + 1, nameEnd), start: at, value: nameEnd + 1, end });
    at = end;
  }
  return fields;
}
