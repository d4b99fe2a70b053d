import { type MethodDefinition, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js';
import { AppError } from '../domain/errors.ts';
import { databaseFault } from '../mongo/transaction.ts';
import type { Logger } from '../runtime/logger.ts';
import { rpcServerDuration } from '../runtime/metrics.ts';
import { isTracing, withSpan } from '../runtime/tracing.ts';
import { refusalOf } from './access.ts';
import { EncodedReply } from './encoded-reply.ts';
import { peerName } from './peer.ts';
import { incomingContext, ServerCall } from './server-call.ts';
import { toStatus } from './status.ts';
import type { ServiceImplementation, UnaryMethod } from './unary.ts';

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
