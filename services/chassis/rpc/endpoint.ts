import { type MethodDefinition, type Server, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import type { z } from 'zod';
import { AppError } from '../domain/errors.ts';
import { type Logger, requestLogger } from '../runtime/logger.ts';
import { rpcServerDuration } from '../runtime/metrics.ts';
import { isTracing, withSpan } from '../runtime/tracing.ts';
import {
  type Access,
  type Call,
  type CallContext,
  CONTEXT_ENTRY,
  decodeContext,
  type Principal,
  principalOf,
  refusalOf,
  TRACEPARENT_ENTRY,
} from './context.ts';
import { connectionOf } from './grpc-internals.ts';
import { EncodedReply } from './message-codec.ts';
import { refuseOutOfTurn } from './out-of-turn.ts';
import { type Domain, loadService, type Rpcs, type ServiceName } from './proto.ts';
import { type Deserialize, ListRequest, parseRequest } from './request.ts';
import { toStatus } from './status.ts';

/**
 * Milliseconds for a caller without a deadline: the longest time that a caller may wait (decisions 1: Sizes, times).
 */
const DEFAULT_DEADLINE = 8_000;
/**
 * The part of the caller's time in which a call may work. In the rest, the answer can still reach the caller, even if
 * it is an error.
 */
const WORKING = 0.95;

/** Common names of peers, by connection. */
const peerNames = new WeakMap<object, string>();

export interface UnaryOptions extends Access {
  /** May be called without a principal. */
  anonymous?: true;
  /** Common names of peers other than the gateway that may call, and that may say who the caller is. Only for reads. */
  peers?: readonly string[];
}

/** The implementation of an rpc; made by `unary`. */
export interface UnaryMethod<Reply> {
  options: UnaryOptions;
  answer(request: unknown, call: Call): Promise<Reply>;
  /** Decodes the request, in place of `whole`. `whole` decodes the complete request. Default: `whole`. */
  read?(bytes: Buffer, whole: Deserialize): unknown;
}

/** An rpc whose request is checked by `schema`. An AppError that `fn` throws is sent to the caller. */
export function unary<Schema extends z.ZodType, Reply>(
  schema: Schema,
  fn: (request: z.output<Schema>, call: Call) => Promise<Reply>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  return { options, answer: (request, call) => fn(parseRequest(schema, request), call) };
}

/** An rpc whose request is a list that is decoded in parts. */
export function listUnary<Reply>(
  fn: (request: ListRequest, call: Call) => Promise<Reply>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  const read = (bytes: Buffer, whole: Deserialize) => new ListRequest(bytes, whole);
  return { options, read, answer: (request, call) => fn(request as ListRequest, call) };
}

/** Like `unary`, for a reply that is encoded in parts. */
export function encodedUnary<Schema extends z.ZodType, Reply>(
  schema: Schema,
  fn: (request: z.output<Schema>, call: Call) => Promise<EncodedReply<Reply>>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  return unary(schema, fn, options) as UnaryMethod<Reply>;
}

/** An rpc whose request stays encoded, and whose reply is encoded in parts. */
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

/** Implements all rpcs of a service. A missing or unknown rpc, or a wrong type of reply, does not compile. */
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

export interface EndpointOptions {
  logger: Logger;
  /** Turns an error of the database into an AppError (`databaseFault`). Returns any other error unchanged. */
  faultOf(thrown: unknown): unknown;
}

/** Registers all rpcs of a service at `server`. */
export function addService(server: Server, service: ServiceImplementation, options: EndpointOptions): void {
  for (const [name, definition] of Object.entries(loadService(service.domain, service.name))) {
    const { serve } = new Endpoint(service, name, definition, options);
    const { requestDeserialize: whole } = definition;
    const { read = whole } = service.methods[name] ?? {};
    server.register(
      definition.path,
      serve,
      (bytes: Buffer) => bytes,
      (bytes: Buffer) => read(bytes, whole),
      'unary',
    );
  }
}

/** An rpc of a running server: checks access, answers or refuses, and measures the time. */
class Endpoint {
  readonly #path: string;
  readonly #labels: { grpc_service: string; method: string };
  readonly #method: UnaryMethod<unknown>;
  readonly #serialize: (reply: object) => Buffer;
  readonly #logger: Logger;
  readonly #faultOf: EndpointOptions['faultOf'];
  readonly #observers = new Map<status, Observer>();

  constructor(
    service: ServiceImplementation,
    name: string,
    definition: Definition,
    { logger, faultOf }: EndpointOptions,
  ) {
    const method = service.methods[name];
    if (!method) throw new Error(`${definition.path} has no handler`);
    this.#path = definition.path.slice(1);
    this.#labels = { grpc_service: `${service.domain}.v1.${service.name}`, method: name };
    this.#method = method;
    this.#serialize = definition.responseSerialize;
    this.#logger = logger;
    this.#faultOf = faultOf;
  }

  /** Encodes the reply itself, because grpc-js would not report a reply that cannot be encoded. */
  serve = async (grpcCall: GrpcCall, callback: Callback): Promise<void> => {
    const started = performance.now();
    let code = status.OK;
    try {
      const call = this.#admit(grpcCall);
      const reply = (await this.#answer(grpcCall.request, call)) as object;
      const bytes = reply instanceof EncodedReply ? reply.bytes : this.#serialize(reply);
      // Only for reads. Writes call `refuseOutOfTurn` before they change anything.
      if (this.#method.options.scope?.startsWith('read:')) refuseOutOfTurn(call.context, bytes.length);
      callback(null, bytes);
    } catch (thrown) {
      const error = this.#faultOf(thrown);
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

  /** Accepts the caller only from the gateway, or from a peer on the rpc's fixed list (decisions 3: Inside). */
  #admit(grpcCall: GrpcCall): ServerCall {
    const { anonymous, peers, ...access } = this.#method.options;
    const peer = peerName(grpcCall);
    if (peer !== 'gateway' && !(peer !== undefined && peers?.includes(peer))) throw refused();
    const call = new ServerCall(grpcCall, incomingContext(grpcCall), this.#logger);
    if (anonymous) return call;
    // A peer calls on behalf of a call for which the key's scopes were already checked.
    const asked = peer === 'gateway' ? access : { ...access, keys: 'any' as const };
    if (refusalOf(asked, call.principal) !== undefined) throw refused();
    return call;
  }

  /** An error with a cause is logged, because the caller is not the reason for it. */
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

/** The logger and the signal are created on first use. */
class ServerCall implements Call {
  readonly context: CallContext;
  readonly deadline: number;
  readonly now = new Date();
  traceparent: string | undefined;
  readonly #call: GrpcCall;
  readonly #root: Logger;
  #logger: Logger | undefined;
  #signal: AbortSignal | undefined;

  constructor(call: GrpcCall, context: CallContext, root: Logger) {
    this.#call = call;
    this.#root = root;
    this.context = context;
    this.traceparent = incomingTraceparent(call);
    const waitLimit = Number(call.getDeadline()) - this.now.getTime();
    this.deadline = this.now.getTime() + (Number.isFinite(waitLimit) ? waitLimit * WORKING : DEFAULT_DEADLINE);
  }

  get principal(): Principal {
    return principalOf(this.context);
  }

  get logger(): Logger {
    this.#logger ??= requestLogger(this.#root, this.context.requestId, this.traceparent);
    return this.#logger;
  }

  get signal(): AbortSignal {
    this.#signal ??= cancellation(this.#call);
    return this.#signal;
  }
}

/** The context that the peer has sent with the call. Without one, makes a new request id. */
function incomingContext(call: GrpcCall): CallContext {
  const text = call.metadata.get(CONTEXT_ENTRY)[0];
  return typeof text === 'string' ? decodeContext(text) : { requestId: crypto.randomUUID() };
}

function incomingTraceparent(call: GrpcCall): string | undefined {
  const text = call.metadata.get(TRACEPARENT_ENTRY)[0];
  return typeof text === 'string' ? text : undefined;
}

function cancellation(call: GrpcCall): AbortSignal {
  const controller = new AbortController();
  if (call.cancelled) controller.abort();
  else call.once('cancelled', () => controller.abort());
  return controller.signal;
}

/** The common name of the peer's certificate; undefined without a certificate of our CA. */
function peerName(call: GrpcCall): string | undefined {
  const connection = connectionOf(call);
  const known = connection && peerNames.get(connection);
  if (known !== undefined) return known;
  const subject = call.getAuthContext().sslPeerCertificate?.subject.CN;
  const name = Array.isArray(subject) ? undefined : subject;
  if (connection && name !== undefined) peerNames.set(connection, name);
  return name;
}
