import protobuf from 'protobufjs';
import type { z } from 'zod';
import { TimeSlices } from '../concurrency/time-slices.ts';
import { AppError, type FieldIssue, MAX_ISSUES } from '../domain/errors.ts';
import { type Codec, fieldsOf, WIRE_TYPE } from './message-codec.ts';

/**
 * Checks a message by its contract. The gateway has made the same check, with the public wording. A fault that only
 * this check finds is refused with validation_failed at its field. The error does not contain the value, which may be a
 * secret. `at`: the position of a part in its message.
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

/** A request that contains only a list. It stays encoded, and its items are decoded in parts. */
export class ListRequest {
  readonly #bytes: Buffer;
  readonly #deserialize: Deserialize;
  /** The position of each item's first byte. */
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

  /** Number of items. */
  get length(): number {
    return this.#starts.length;
  }

  /**
   * Yields the items in parts of at most `size`, decoded and checked by `schema`. Throws validation_failed; its faults
   * name positions in the whole list.
   */
  *parts<Schema extends z.ZodType>(schema: Schema, size: number): Generator<Part<z.output<Schema>>> {
    for (let from = 0; from < this.length; from += size) {
      const bytes = this.#bytes.subarray(this.#starts[from], this.#starts[from + size]);
      const length = Math.min(size, this.length - from);
      yield { request: placed(from, () => parseRequest(schema, this.#deserialize(bytes))), from, length };
    }
  }
}

/** Some items of a request, in the form of a request. */
interface Part<Request> {
  request: Request;
  /** The position of the part's first item in the whole list. */
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

/** A decoded message without its list, and the encoded items of the list, to be decoded later. */
export interface SplitList<Head> {
  head: Head;
  items: Buffer[];
}

/** `list`: the field with many items. */
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

/** Decodes and checks items one by one, in time slices. `list`: its name in faults. Errors: validation_failed. */
export async function readItems<Schema extends z.ZodType>(
  encoded: readonly Buffer[],
  item: Codec<never, unknown>,
  schema: Schema,
  list: string,
): Promise<z.output<Schema>[]> {
  const timeSlices = new TimeSlices();
  const items: z.output<Schema>[] = [];
  for (const [index, bytes] of encoded.entries()) {
    await timeSlices.giveWay();
    items.push(parseRequest(schema, item.decode(bytes), [list, String(index)]));
  }
  return items;
}
