import protobuf from 'protobufjs';
import type { z } from 'zod';
import { Stints } from '../concurrency/stints.ts';
import { AppError, type FieldIssue, MAX_ISSUES } from '../domain/errors.ts';
import { type Codec, fieldsOf, WIRE_TYPE } from './message-codec.ts';

/**
 * Checks a message by its contract. The gateway has checked the same and answered in the public words; what fails only
 * here is still refused as validation_failed at its place. The value is not echoed: it may be a secret. `at`: where in its
 * message it is, for a part.
 */
export function parseRequest<Schema extends z.ZodType>(
  schema: Schema,
  request: unknown,
  at: readonly string[] = [],
): z.output<Schema> {
  const result = schema.safeParse(request);
  if (result.success) return result.data;
  const issues = result.error.issues.slice(0, MAX_ISSUES).map((issue) => fieldIssue(issue, at));
  throw new AppError('validation_failed', 'Validation failed', { issues });
}

function fieldIssue({ path, message }: z.core.$ZodIssue, at: readonly string[]): FieldIssue {
  return { loc: ['body', ...at, ...path.map(String)], msg: message, type: 'value_error' };
}

/** A request that holds nothing but a list, as it came: its items are read in parts, and never all at once. */
export class ListRequest {
  readonly #bytes: Buffer;
  readonly #deserialize: Deserialize;
  /** Where each item begins. */
  readonly #starts: number[] = [];

  constructor(bytes: Buffer, deserialize: Deserialize) {
    this.#bytes = bytes;
    this.#deserialize = deserialize;
    const reader = protobuf.Reader.create(bytes);
    while (reader.pos < reader.len) {
      this.#starts.push(reader.pos);
      reader.skipType(reader.uint32() & WIRE_TYPE);
    }
  }

  /** Items in all. */
  get length(): number {
    return this.#starts.length;
  }

  /** At most `size` items at a time, as `schema` reads them. Throws validation_failed, naming places in the whole list. */
  *parts<Schema extends z.ZodType>(schema: Schema, size: number): Generator<Part<z.output<Schema>>> {
    for (let from = 0; from < this.length; from += size) {
      const bytes = this.#bytes.subarray(this.#starts[from], this.#starts[from + size]);
      const length = Math.min(size, this.length - from);
      yield { request: placed(from, () => parseRequest(schema, this.#deserialize(bytes))), from, length };
    }
  }
}

/** Some of a request's items, as a request of their own. */
interface Part<Request> {
  request: Request;
  /** The place of its first item in the whole list. */
  from: number;
  length: number;
}

export type Deserialize = (bytes: Buffer) => object;

function placed<T>(from: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AppError) || !error.issues) throw error;
    const issues = error.issues.map(({ loc: [body = '', list = '', index, ...field], ...issue }) => {
      const place = index === undefined ? [] : [String(from + Number(index))];
      return { ...issue, loc: [body, list, ...place, ...field] };
    });
    throw new AppError(error.code, error.message, { issues });
  }
}

/** A message without its list, and the list's items as they came: they are read when their turn has come. */
export interface SplitList<Head> {
  head: Head;
  items: Buffer[];
}

/** `list`: the field whose items are many. */
export function splitList<Received>(
  bytes: Buffer,
  message: Codec<never, Received>,
  list: keyof Received & string,
): SplitList<Received> {
  const number = message.numberOf(list);
  const fields = [...fieldsOf(bytes)];
  const others = fields.filter((field) => field.number !== number);
  return {
    head: message.decode(Buffer.concat(others.map((field) => field.bytes))),
    items: fields.filter((field) => field.number === number).map(({ value }) => value),
  };
}

/** Reads and judges items one by one, in stints. `list`: what faults call it. Errors: validation_failed. */
export async function readItems<Schema extends z.ZodType>(
  encoded: readonly Buffer[],
  item: Codec<never, unknown>,
  schema: Schema,
  list: string,
): Promise<z.output<Schema>[]> {
  const stints = new Stints();
  const items: z.output<Schema>[] = [];
  for (const [index, bytes] of encoded.entries()) {
    await stints.giveWay();
    items.push(parseRequest(schema, item.decode(bytes), [list, String(index)]));
  }
  return items;
}
