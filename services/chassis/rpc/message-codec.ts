import protobuf from 'protobufjs';
import { type Domain, loadDomain, type Messages } from './proto.ts';

/** Mask of the wire type in a field's key. The wire type tells how long the value is. */
export const WIRE_TYPE = 0b111;
/** Wire type of texts and messages. */
const DELIMITED = 2;
const NONE: Buffer = Buffer.alloc(0);

/** Encodes and decodes a type of message, for lists that are too long to exist as objects. */
export interface Codec<Sent, Received> {
  encode(message: Sent): Buffer;
  /** Decodes concatenated messages as one message, whose lists are joined. */
  decode(bytes: Buffer): Received;
  /** Number of the field with that name. */
  numberOf(field: keyof Received & string): number;
}

type Sent<Message> = Message extends { sent: infer Shape } ? Shape : never;
type Received<Message> = Message extends { received: infer Shape } ? Shape : never;

/** Throws if the domain has no such message. */
export function codec<D extends Domain, Name extends keyof Messages<D> & string>(
  domain: D,
  name: Name,
): Codec<Sent<Messages<D>[Name]>, Received<Messages<D>[Name]>> {
  const definition = loadDomain(domain)[`${domain}.v1.${name}`];
  if (!definition || !('format' in definition) || !('serialize' in definition)) {
    throw new Error(`${domain}.v1 has no message ${name}`);
  }
  const { type, serialize, deserialize } = definition;
  const { field: fields } = type as { field: { name: string; number: number }[] };
  return {
    encode: serialize as never,
    decode: deserialize as never,
    numberOf(wanted) {
      const field = fields.find((one) => one.name === wanted);
      if (!field) throw new Error(`${name} has no field ${wanted}`);
      return field.number;
    },
  };
}

/** A field of an encoded message. */
export interface Field {
  number: number;
  /** The complete field, with its key. */
  bytes: Buffer;
  /** Bytes of a text or a message; empty for any other type. */
  value: Buffer;
}

/** Yields the fields of a message in order, without copying them. */
export function* fieldsOf(message: Buffer): Generator<Field> {
  const reader = protobuf.Reader.create(message);
  while (reader.pos < reader.len) {
    const start = reader.pos;
    const key = reader.uint32();
    let value = NONE;
    if ((key & WIRE_TYPE) === DELIMITED) {
      const length = reader.uint32();
      value = message.subarray(reader.pos, reader.pos + length);
      reader.skip(length);
    } else reader.skipType(key & WIRE_TYPE);
    yield { number: key >>> 3, bytes: message.subarray(start, reader.pos), value };
  }
}

/** Encodes a text or a message as a field: its key, its length, then `parts`. */
export function field(number: number, parts: readonly Buffer[]): Buffer[] {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const writer = protobuf.Writer.create().uint32((number << 3) | DELIMITED);
  return [Buffer.from(writer.uint32(length).finish()), ...parts];
}

/** An encoded reply. It is encoded or decoded in parts, so that the complete reply never exists as objects. */
export class EncodedReply<Reply> {
  readonly bytes: Buffer;
  declare private readonly reply?: Reply;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }
}
