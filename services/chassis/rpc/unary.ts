import type { z } from 'zod';
import type { Access } from './access.ts';
import type { EncodedReply } from './encoded-reply.ts';
import { ListRequest } from './list-request.ts';
import type { Domain, Rpcs, ServiceName } from './proto.ts';
import type { Call } from './server-call.ts';
import { parseRequest } from './validate.ts';

export interface UnaryOptions extends Access {
  /** May be called without a principal. */
  anonymous?: true;
  /** Common names of peers besides the gateway that may call, and be believed about the caller. For reads only. */
  peers?: readonly string[];
}

/** How one rpc is answered; made by `unary`. */
export interface UnaryMethod<Reply> {
  options: UnaryOptions;
  answer(request: unknown, call: Call): Promise<Reply>;
  /** How its request is read, where it is not to be whole; `whole` reads all of it. */
  read?(bytes: Buffer, whole: Deserialize): unknown;
}

type Deserialize = (bytes: Buffer) => object;

/** An rpc whose request is checked by `schema`. An AppError that `fn` throws reaches the caller as it is. */
export function unary<Schema extends z.ZodType, Reply>(
  schema: Schema,
  fn: (request: z.output<Schema>, call: Call) => Promise<Reply>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  return { options, answer: (request, call) => fn(parseRequest(schema, request), call) };
}

/** An rpc whose request is a list that is never held whole. */
export function listUnary<Reply>(
  fn: (request: ListRequest, call: Call) => Promise<Reply>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  const read = (bytes: Buffer, whole: Deserialize) => new ListRequest(bytes, whole);
  return { options, read, answer: (request, call) => fn(request as ListRequest, call) };
}

/** As `unary`, for a reply that is made in parts. */
export function encodedUnary<Schema extends z.ZodType, Reply>(
  schema: Schema,
  fn: (request: z.output<Schema>, call: Call) => Promise<EncodedReply<Reply>>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  return unary(schema, fn, options) as UnaryMethod<Reply>;
}

/** An rpc whose request is left as it came, and whose reply is made in parts. */
export function bytesUnary<Reply>(
  fn: (request: Buffer, call: Call) => Promise<EncodedReply<Reply>>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  const answer = (request: unknown, call: Call) => fn(request as Buffer, call);
  return { options, read: (bytes) => bytes, answer: answer as never };
}

export interface ServiceImplementation {
  domain: Domain;
  name: string;
  methods: Record<string, UnaryMethod<unknown>>;
}

/** All rpcs of a service: one that is missing, unknown or answers with the wrong message fails the type check. */
export function implement<D extends Domain, S extends ServiceName<D>>(
  domain: D,
  name: S,
  methods: { [Name in keyof Rpcs<D, S>]: UnaryMethod<Rpcs<D, S>[Name]['reply']> },
): ServiceImplementation {
  return { domain, name, methods };
}
