import { type MethodDefinition, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { databaseFault } from '../mongo/transaction.ts';
import type { Logger } from '../runtime/logger.ts';
import { rpcServerDuration } from '../runtime/metrics.ts';
import { isTracing, withSpan } from '../runtime/tracing.ts';
import { type Access, type Call, incomingContext, peerName, refusalOf, ServerCall } from './context.ts';
import { EncodedReply } from './message-codec.ts';
import type { Domain, Rpcs, ServiceName } from './proto.ts';
import { ListRequest, parseRequest } from './request.ts';
import { toStatus } from './status.ts';

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

type GrpcCall = ServerUnaryCall<unknown, unknown>;
type Callback = sendUnaryData<Buffer>;
type Definition = MethodDefinition<object, object>;
type Observer = ReturnType<typeof rpcServerDuration.labels>;

/** One rpc of a running server: who may call, the answer or the refusal, and how long it took. */
export class Endpoint {
  readonly #path: string;
  readonly #labels: { service: string; method: string };
  readonly #method: UnaryMethod<unknown>;
  readonly #serialize: (reply: object) => Buffer;
  readonly #logger: Logger;
  readonly #observers = new Map<status, Observer>();

  constructor(service: ServiceImplementation, name: string, definition: Definition, logger: Logger) {
    const method = service.methods[name];
    if (!method) throw new Error(`${definition.path} has no handler`);
    this.#path = definition.path.slice(1);
    this.#labels = { service: `${service.domain}.v1.${service.name}`, method: name };
    this.#method = method;
    this.#serialize = definition.responseSerialize;
    this.#logger = logger;
  }

  /** Answers in bytes: grpc-js would not tell us of a reply that cannot be written. */
  serve = async (grpcCall: GrpcCall, callback: Callback): Promise<void> => {
    const started = performance.now();
    let code = status.OK;
    try {
      const call = this.#admit(grpcCall);
      const reply = (await this.#answer(grpcCall.request, call)) as object;
      callback(null, reply instanceof EncodedReply ? reply.bytes : this.#serialize(reply));
    } catch (thrown) {
      const error = databaseFault(thrown);
      const refusal = toStatus(error);
      code = refusal.code;
      this.#log(error, code, grpcCall);
      callback(refusal);
    }
    this.#observer(code).observe((performance.now() - started) / 1000);
  };

  #answer(request: unknown, call: ServerCall): Promise<unknown> {
    if (!isTracing()) return this.#method.answer(request, call);
    return withSpan(this.#path, 'server', call.traceparent, { 'rpc.system': 'grpc' }, (traceparent) => {
      call.traceparent = traceparent;
      return this.#method.answer(request, call);
    });
  }

  /** decisions 3, Inside: a caller is believed from the gateway's certificate, or from a peer on the rpc's fixed list. */
  #admit(grpcCall: GrpcCall): ServerCall {
    const { anonymous, peers, ...access } = this.#method.options;
    const peer = peerName(grpcCall);
    if (peer !== 'gateway' && !(peer !== undefined && peers?.includes(peer))) throw refused();
    const call = new ServerCall(grpcCall, incomingContext(grpcCall), this.#logger);
    if (anonymous) return call;
    // A peer reads what it needs for a call that was open to the key already.
    const asked = peer === 'gateway' ? access : { ...access, keys: 'any' as const };
    if (refusalOf(asked, call.principal) !== undefined) throw refused();
    return call;
  }

  /** A refusal with a cause is somebody's trouble other than the caller's. */
  #log(error: unknown, code: status, grpcCall: GrpcCall): void {
    const fields = { err: error, rpc: this.#path, requestId: requestIdOf(grpcCall) };
    if (code === status.INTERNAL) this.#logger.error(fields, 'Call failed');
    else if ((error as Error).cause !== undefined) this.#logger.warn(fields, 'Call refused');
  }

  #observer(code: status): Observer {
    let observer = this.#observers.get(code);
    if (!observer) {
      observer = rpcServerDuration.labels({ ...this.#labels, code: status[code] });
      this.#observers.set(code, observer);
    }
    return observer;
  }
}

const refused = () => new AppError('insufficient_permissions', 'Insufficient permissions');

function requestIdOf(call: GrpcCall): string | undefined {
  try {
    return incomingContext(call).requestId;
  } catch {
    return undefined;
  }
}
