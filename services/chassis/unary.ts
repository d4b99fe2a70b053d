import type { z } from 'zod';
import type { Access } from './access.ts';
import type { Call } from './call.ts';
import type { ListRequest } from './list-request.ts';
import type { Domain, Rpcs, ServiceName } from './proto.ts';
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
  /** It is answered from a ListRequest. */
  inParts?: true;
}

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
  return { options, inParts: true, answer: (request, call) => fn(request as ListRequest, call) };
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
