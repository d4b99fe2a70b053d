import type { Document } from 'bson';
import { encode } from './bson.ts';
import { endOfName, endOfValue } from './elements.ts';
import { documentOf } from './field-decoder.ts';

/**
 * Maximum number of fields. Each field takes about 200 bytes during the call. A document with more fields is encoded as
 * a whole.
 */
const MOST_FIELDS = 20_000;

/**
 * Encodes `after`, with the encoded bytes of `before` (from `start` on) as a source. Unchanged fields are copied as
 * bytes, so types that the engine does not know are preserved.
 */
export function encodeChanged(after: Document, before: Document, bytes: Buffer, start = 0): Buffer {
  const count = Object.keys(before).length;
  const fields = isPlain(before) && count <= MOST_FIELDS ? fieldsOf(bytes, start, count) : [];
  // The numbers differ if a name occurs twice in the bytes, or if bson has decoded a DBRef, which has other fields.
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

/** Encodes an array. An element that was there before is copied as bytes, even if its position has changed. */
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

/** The bytes of the element, under another name. */
const named = (name: string, bytes: Buffer, { start, value, end }: Omit<Field, 'name'>): Buffer =>
  Buffer.concat([bytes.subarray(start, start + 1), Buffer.from(`${name}\0`), bytes.subarray(value, end)]);

const isPlain = (value: unknown): value is Document =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

const elementOf = (name: string, value: unknown): Buffer => encode({ [name]: value }).subarray(4, -1);

/** Byte offsets of a field: its start, the start of its value, its end. */
interface Field {
  name: string;
  start: number;
  value: number;
  end: number;
}

/** Returns at most `count` + 1 fields. */
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
