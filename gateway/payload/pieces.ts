import type { z } from 'zod';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import { type Codec, type EncodedReply, type Field, fieldsOf } from '#chassis/rpc/message-codec.ts';
import { publicFormOf } from './record-form.ts';

const OPEN = Buffer.from('[');
const COMMA = Buffer.from(',');
const CLOSE = Buffer.from(']');
const END = Buffer.from('}');

/**
 * JSON text in pieces; a piece may occur more than once. The pieces are sent one by one, so that no text of many
 * megabytes exists.
 */
export type Pieces = readonly Buffer[];

/** A JSON object: the fields of `known`, then a field for each of `others`, whose values are in pieces. */
export function objectPieces(known: object, others: Record<string, Pieces>): Pieces {
  const pieces: Buffer[] = [];
  let text = JSON.stringify(known).slice(0, -1);
  for (const [name, value] of Object.entries(others)) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    pieces.push(Buffer.from(text), ...value);
    text = '';
  }
  return [...pieces, Buffer.from(text), END];
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

/** The format of the records in a list. */
export interface RecordFormat {
  begin: string;
  between: string;
  text(record: unknown): string;
}

/** The format of the items in a JSON list. */
export function jsonItems(schema: z.ZodType): RecordFormat {
  const publicForm = publicFormOf(schema);
  return { begin: '', between: ',', text: (message) => JSON.stringify(publicForm(message)) };
}

/** Text that is sent while it is produced. The sender empties the arrays, so that sent pieces can be freed. */
export type TextStream = AsyncGenerator<Buffer[], void>;

/**
 * Turns records into text one by one, in time slices. All records of a message as objects, or as one text, would take
 * tens of megabytes.
 */
export async function textOf({ between, text }: RecordFormat, records: readonly unknown[]): Promise<Buffer[]> {
  const timeSlices = new TimeSlices();
  const pieces: Buffer[] = [];
  for (const record of records) {
    await timeSlices.giveWay();
    pieces.push(Buffer.from(pieces.length === 0 ? text(record) : between + text(record)));
  }
  return pieces;
}

interface ReplyHead {
  revision: number;
  eventId: string;
  replayed: boolean;
}

/** Splits a service's reply into its decoded fields and the encoded record. */
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

/** The bytes of a message without the fields of these numbers. */
export const without = (numbers: readonly number[], fields: readonly Field[]): Buffer =>
  Buffer.concat(fields.filter(({ number }) => !numbers.includes(number)).map(({ bytes }) => bytes));
