import type { z } from 'zod';
import { Stints } from '../concurrency/stints.ts';
import { type Codec, fieldsOf } from './message-codec.ts';
import { parseRequest } from './validate.ts';

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
