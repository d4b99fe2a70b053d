import type { Document } from 'bson';
import { decodeReceived, encode, MAX_SIZE, tooLarge } from '../storage/bson.ts';
import { MongoError } from '../values/error.ts';

/**
 * Operation codes and layout of MongoDB's wire protocol:
 * https://www.mongodb.com/docs/manual/reference/mongodb-wire-protocol/
 */
const OP_REPLY = 1;
const OP_QUERY = 2004;
const OP_MSG = 2013;
const HEADER_SIZE = 16;
/** Header, flag bits and the kind byte of the reply's only section. */
export const REPLY_PREFIX_SIZE = HEADER_SIZE + 5;
const MORE_TO_COME = 2;

export const MAX_MESSAGE_SIZE = 48_000_000;
/** Maximum bytes of a command before the client has authenticated. */
export const MAX_FIRST_SIZE = 1024 * 1024;

export interface Request {
  requestId: number;
  body: Document;
  /** The reason why the body could not be read. The body is then empty. */
  failure?: MongoError;
  /** The documents of kind 1 sections, undecoded, by the name of their field. */
  sequences: Map<string, Buffer[]>;
  /** The client wants no reply (unacknowledged writes). */
  silent: boolean;
  /** The request is an OP_QUERY. Current clients use it only for their first `hello`. */
  legacy: boolean;
}

/** The bytes cannot be a message. The connection must be closed. */
export class WireError extends Error {}

/** Splits a byte stream into whole messages. */
export class Framer {
  private pending: Buffer[] = [];
  private size = 0;

  /** @throws WireError if the length of a message is impossible */
  *push(chunk: Buffer): Generator<Buffer> {
    this.pending.push(chunk);
    this.size += chunk.length;
    while (this.size >= 4) {
      const length = this.head(4).readInt32LE(0);
      if (length < HEADER_SIZE || length > MAX_MESSAGE_SIZE) throw new WireError(`message of ${length} bytes`);
      if (this.size < length) return;
      const whole = this.head(length);
      const rest = whole.subarray(length);
      this.pending = rest.length > 0 ? [rest] : [];
      this.size = rest.length;
      yield whole.subarray(0, length);
    }
  }

  private head(bytes: number): Buffer {
    const first = this.pending[0];
    if (first && first.length >= bytes) return first;
    const joined = Buffer.concat(this.pending);
    this.pending = [joined];
    return joined;
  }
}

/** @throws WireError if the bytes are no request; MongoError 22 if the document of an OP_QUERY is malformed */
export function parseRequest(message: Buffer, maxBody = MAX_SIZE): Request {
  const requestId = message.readInt32LE(4);
  const opCode = message.readInt32LE(12);
  if (opCode === OP_MSG) return parseMsg(message, requestId, maxBody);
  if (opCode === OP_QUERY) return parseQuery(message, requestId);
  throw new WireError(`operation ${opCode} is not supported`);
}

function parseMsg(message: Buffer, requestId: number, maxBody: number): Request {
  if (message.length < REPLY_PREFIX_SIZE) throw new WireError('message without a section');
  const flags = message.readUInt32LE(HEADER_SIZE);
  if (flags & 0xffff & ~MORE_TO_COME) throw new WireError(`required flag bits ${flags} are unknown`);
  const sequences = new Map<string, Buffer[]>();
  let body: Pick<Request, 'body' | 'failure'> | undefined;
  for (let at = HEADER_SIZE + 4; at < message.length; ) {
    const kind = message[at];
    const section = sized(message, at + 1);
    if (kind === 0 && !body) body = bodyOf(section, maxBody);
    else if (kind === 1) readSequence(section, sequences);
    else throw new WireError(`section of kind ${kind}`);
    at += 1 + section.length;
  }
  if (!body) throw new WireError('message without a body');
  return { requestId, ...body, sequences, silent: (flags & MORE_TO_COME) !== 0, legacy: false };
}

/** As in MongoDB, a document that cannot be read gets an error reply, and does not end the connection. */
function bodyOf(section: Buffer, maxBody: number): Pick<Request, 'body' | 'failure'> {
  // Decoded, a document may take ten times as much memory.
  if (section.length > maxBody) return { body: {}, failure: tooLarge() };
  try {
    return { body: decodeReceived(section) };
  } catch (error) {
    if (error instanceof MongoError) return { body: {}, failure: error };
    throw error;
  }
}

/** The bytes from `at` on, which begin with their own length. */
function sized(message: Buffer, at: number): Buffer {
  const length = at + 4 <= message.length ? message.readInt32LE(at) : 0;
  if (length < 5 || at + length > message.length) throw new WireError(`section of ${length} bytes`);
  return message.subarray(at, at + length);
}

function readSequence(section: Buffer, sequences: Map<string, Buffer[]>): void {
  const nameEnd = section.indexOf(0, 4);
  if (nameEnd < 0) throw new WireError('document sequence without a name');
  const documents: Buffer[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const document = sized(section, at);
    documents.push(document);
    at += document.length;
  }
  sequences.set(section.toString('utf8', 4, nameEnd), documents);
}

function parseQuery(message: Buffer, requestId: number): Request {
  const nameEnd = message.indexOf(0, HEADER_SIZE + 4);
  if (nameEnd < 0) throw new WireError('query without a collection');
  const name = message.toString('utf8', HEADER_SIZE + 4, nameEnd);
  const sent = sized(message, nameEnd + 9);
  if (sent.length > MAX_FIRST_SIZE) throw new WireError(`query of ${sent.length} bytes`);
  const body = decodeReceived(sent);
  body.$db ??= name.split('.')[0];
  return { requestId, body, sequences: new Map(), silent: false, legacy: true };
}

let nextReplyId = 1;

function writeHeader(reply: Buffer, request: Request, opCode: number): void {
  reply.writeInt32LE(reply.length, 0);
  reply.writeInt32LE(nextReplyId++ | 0, 4);
  reply.writeInt32LE(request.requestId, 8);
  reply.writeInt32LE(opCode, 12);
}

/** Fills the first {@link REPLY_PREFIX_SIZE} bytes of an OP_MSG reply. The document follows them. */
export function writeReplyPrefix(reply: Buffer, request: Request): Buffer {
  writeHeader(reply, request, OP_MSG);
  reply.writeUInt32LE(0, HEADER_SIZE);
  reply[HEADER_SIZE + 4] = 0;
  return reply;
}

export function encodeReply(request: Request, document: Document): Buffer {
  const body = encode(document);
  if (request.legacy) return encodeLegacyReply(request, body);
  const reply = Buffer.allocUnsafe(REPLY_PREFIX_SIZE + body.length);
  reply.set(body, REPLY_PREFIX_SIZE);
  return writeReplyPrefix(reply, request);
}

function encodeLegacyReply(request: Request, body: Buffer): Buffer {
  const reply = Buffer.alloc(HEADER_SIZE + 20 + body.length);
  writeHeader(reply, request, OP_REPLY);
  reply.writeInt32LE(1, HEADER_SIZE + 16);
  reply.set(body, HEADER_SIZE + 20);
  return reply;
}
