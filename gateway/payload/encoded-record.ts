import type { EncodedReply } from '#chassis/rpc/encoded-reply.ts';
import { type Codec, type Field, fieldsOf } from '#chassis/rpc/message-codec.ts';

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
