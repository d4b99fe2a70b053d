import type { z } from 'zod';
import { Stints } from '#chassis/concurrency/stints.ts';
import { type Codec, type EncodedReply, type Field, fieldsOf } from '#chassis/rpc/message-codec.ts';
import { FREE_FIELDS } from '#proto/common/v1/free-form.contract.ts';
import { firstNameOf } from '#proto/common/v1/second-name.contract.ts';
import { exactDecimals } from '#proto/finance/v1/money.contract.ts';

/** A zod schema without what only says whether a value may be absent, null or coerced. */
function core(schema: z.ZodType): z.ZodType {
  const def = schema._zod.def as { type: string; innerType?: z.ZodType; out?: z.ZodType };
  if (def.type === 'pipe' && def.out) return core(def.out);
  return def.innerType ? core(def.innerType) : schema;
}

export function isNullable(schema: z.ZodType): boolean {
  const def = schema._zod.def as { type: string; innerType?: z.ZodType };
  return def.type === 'nullable' || (def.innerType !== undefined && isNullable(def.innerType));
}

/** The fields of an object schema; undefined for any other kind. */
export function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const def = core(schema)._zod.def as { type: string; shape?: Record<string, z.ZodType> };
  return def.type === 'object' ? def.shape : undefined;
}

/** The schema of an array's items; undefined for any other kind. */
export function elementOf(schema: z.ZodType): z.ZodType | undefined {
  const def = core(schema)._zod.def as { type: string; element?: z.ZodType };
  return def.type === 'array' ? def.element : undefined;
}

/** Whether values are objects with keys of the caller's choice. */
export const isRecord = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'record';

/** Whether values are objects of fields of the caller's own, of any type. */
function isFreeObject(schema: z.ZodType): boolean {
  const def = core(schema)._zod.def as { type: string; valueType?: z.ZodType };
  return def.type === 'record' && def.valueType !== undefined && isAny(def.valueType);
}

/** Whether values are of any type. */
const isAny = (schema: z.ZodType): boolean => core(schema)._zod.def.type === 'unknown';

/** Whether an object keeps fields that its shape does not name. */
export function isOpen(schema: z.ZodType): boolean {
  const def = core(schema)._zod.def as { type: string; catchall?: z.ZodType };
  return def.type === 'object' && def.catchall !== undefined && def.catchall._zod.def.type !== 'never';
}

/** Whether values hold exact decimals, at any depth of what is typed. */
export function holdsDecimals(schema: z.ZodType): boolean {
  if (isDecimal(schema)) return true;
  const shape = shapeOf(schema);
  if (shape) return Object.values(shape).some(holdsDecimals);
  const element = elementOf(schema);
  return element !== undefined && holdsDecimals(element);
}

/** Whether values are exact decimals, or none. */
export function isDecimal(schema: z.ZodType): boolean {
  if (exactDecimals.get(schema)?.exact) return true;
  const { innerType } = schema._zod.def as { innerType?: z.ZodType };
  return innerType !== undefined && isDecimal(innerType);
}

type Fields = Record<string, unknown>;
type Pack = (value: unknown) => unknown;

/**
 * A body as a message carries it: fields that are not typed travel as one JSON text, at every depth, and so does an object
 * that holds no others.
 */
export type Packed<Body> = Body extends readonly (infer Item)[]
  ? Packed<Item>[]
  : Body extends object
    ? string extends keyof Body
      ? PackedFields<Body>
      : { [Name in keyof Body]: Packed<Body[Name]> }
    : Body;

type PackedFields<Body> = [keyof Typed<Body>] extends [never]
  ? unknown extends Body[string & keyof Body]
    ? string
    : Body
  : { [Name in keyof Typed<Body>]: Packed<Typed<Body>[Name]> } & { [FREE_FIELDS]?: string };

type Typed<Body> = { [Name in keyof Body as string extends Name ? never : Name]: Body[Name] };

/** Compiles the step from a validated body to its message. */
export function pack<Schema extends z.ZodType>(schema: Schema): (body: z.output<Schema>) => Packed<z.output<Schema>> {
  return (packer(schema) ?? ((body) => body)) as (body: z.output<Schema>) => Packed<z.output<Schema>>;
}

/** Undefined for a schema whose values travel as they are. */
function packer(schema: z.ZodType): Pack | undefined {
  if (isFreeObject(schema)) return (value) => JSON.stringify(value);
  const element = elementOf(schema);
  if (element) {
    const item = packer(element);
    return item && ((value) => (value as unknown[]).map(item));
  }
  const shape = shapeOf(schema);
  return shape && objectPacker(shape, isOpen(schema));
}

function objectPacker(shape: Record<string, z.ZodType>, open: boolean): Pack | undefined {
  const packers = new Map<string, Pack>();
  for (const [name, field] of Object.entries(shape)) {
    const packed = packer(field);
    if (packed) packers.set(name, packed);
  }
  if (!open && packers.size === 0) return undefined;
  return (body) => {
    const entries = Object.entries(body as Fields);
    const typed = entries.filter(([name]) => Object.hasOwn(shape, name));
    const free = entries.filter(([name]) => !Object.hasOwn(shape, name));
    const text = free.length > 0 && { [FREE_FIELDS]: JSON.stringify(Object.fromEntries(free)) };
    const fields = typed.map(([name, value]) => [name, packers.get(name)?.(value) ?? value]);
    return { ...Object.fromEntries(fields), ...text };
  };
}

/** The fields that a message carries besides its typed ones. */
export function freeFieldsOf(message: Fields): Fields {
  const text = message[FREE_FIELDS];
  return typeof text === 'string' && text !== '' ? (JSON.parse(text) as Fields) : {};
}

type Read = (value: unknown) => unknown;
type Message = Record<string, unknown>;

/**
 * Compiles the step from a message to its public form: the schema's fields in the schema's order, `null` for each
 * nullable one that is absent, nothing for an optional one, free-form objects, fields and values out of the JSON text that carries them.
 */
export function publicFormOf<Schema extends z.ZodType>(schema: Schema): (message: unknown) => z.output<Schema> {
  return (reader(schema) ?? same) as (message: unknown) => z.output<Schema>;
}

const same: Read = (value) => value;
const mayBeAbsent = (schema: z.ZodType): boolean => schema._zod.optout === 'optional';

/** Undefined for a schema whose values are taken as they come. */
function reader(schema: z.ZodType): Read | undefined {
  const read = structure(schema);
  if (!isNullable(schema)) return read && mayBeAbsent(schema) ? (value) => value && read(value) : read;
  return (value) => (value === undefined || value === null ? null : read ? read(value) : value);
}

function structure(schema: z.ZodType): Read | undefined {
  const shape = shapeOf(schema);
  if (shape) return isOpen(schema) ? openObject(shape) : object(shape);
  if (isRecord(schema) || isAny(schema)) return (value) => (typeof value === 'string' ? JSON.parse(value) : value);
  const element = elementOf(schema);
  const item = element && reader(element);
  return item && ((value) => (value as unknown[]).map(item));
}

function object(shape: Record<string, z.ZodType>): Read {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    from: firstNameOf(field) ?? name,
    read: reader(field),
  }));
  return (value) => {
    const message = value as Message;
    const result: Message = {};
    for (const { name, from, read } of fields) result[name] = read ? read(message[from]) : message[from];
    return result;
  };
}

function openObject(shape: Record<string, z.ZodType>): Read {
  const typed = object(shape);
  return (value) => {
    const known = typed(value) as Message;
    return { ...known, ...freeFieldsOf(value as Message), ...known };
  };
}

/** How the records of a list are written one after the other. */
export interface RecordFormat {
  begin: string;
  between: string;
  text(record: unknown): string;
}

/** The items of a JSON list. */
export function jsonItems(schema: z.ZodType): RecordFormat {
  const publicForm = publicFormOf(schema);
  return { begin: '', between: ',', text: (message) => JSON.stringify(publicForm(message)) };
}

/** Text that is sent as it comes. Who sends it empties the arrays, so that nothing that was sent is kept. */
export type TextStream = AsyncGenerator<Buffer[], void>;

/** Records become text one by one, in stints: as objects, and as one text, a message of them would be tens of megabytes. */
export async function textOf({ between, text }: RecordFormat, records: readonly unknown[]): Promise<Buffer[]> {
  const stints = new Stints();
  const pieces: Buffer[] = [];
  for (const record of records) {
    await stints.giveWay();
    pieces.push(Buffer.from(pieces.length === 0 ? text(record) : between + text(record)));
  }
  return pieces;
}

/** JSON text in pieces, that may be in it more than once: written one by one, they are never one text of many megabytes. */
export type Pieces = readonly Buffer[];

const [OPEN, CLOSE, COMMA, END] = ['[', ']', ',', '}'].map((mark) => Buffer.from(mark)) as [
  Buffer,
  Buffer,
  Buffer,
  Buffer,
];

/** An object of fields whose values are known, and of others in pieces, by name, behind them. */
export function objectPieces(known: object, others: Record<string, Pieces>): Pieces {
  const pieces: Buffer[] = [];
  let text = JSON.stringify(known).slice(0, -1);
  for (const [name, value] of Object.entries(others)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    pieces.push(Buffer.from(text), ...value);
    text = '';
  }
  return [...pieces, END];
}

export function listPieces(items: readonly Pieces[]): Pieces {
  const pieces: Buffer[] = [OPEN];
  for (const item of items) {
    if (pieces.length > 1) pieces.push(COMMA);
    for (const piece of item) pieces.push(piece);
  }
  pieces.push(CLOSE);
  return pieces;
}

export const lengthOf = (pieces: Pieces): number => pieces.reduce((sum, { length }) => sum + length, 0);

interface ReplyHead {
  revision: number;
  eventId: string;
  replayed: boolean;
}

/** A reply that shows a record, with the record as it came. */
export function openRecordReply<Reply extends ReplyHead & { record: unknown }>(
  { bytes }: EncodedReply<unknown>,
  reply: Codec<never, Reply>,
): ReplyHead & { record: Buffer } {
  const number = reply.numberOf('record');
  const fields = [...fieldsOf(bytes)];
  const { revision, eventId, replayed } = reply.decode(without([number], fields));
  const record = Buffer.concat(fields.filter((field) => field.number === number).map(({ value }) => value));
  return { record, revision, eventId, replayed };
}

/** A message without some of its fields. */
export const without = (numbers: readonly number[], fields: readonly Field[]): Buffer =>
  Buffer.concat(fields.filter(({ number }) => !numbers.includes(number)).map(({ bytes }) => bytes));
