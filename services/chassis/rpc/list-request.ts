import protobuf from 'protobufjs';
import type { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { parseRequest } from './validate.ts';

type Deserialize = (bytes: Buffer) => object;

/** Some of a request's items, as a request of their own. */
interface Part<Request> {
  request: Request;
  /** The place of its first item in the whole list. */
  from: number;
  length: number;
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

/** The part of a field's key that says how long its value is. */
const WIRE_TYPE = 0b111;

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
