import { setTimeout as sleep } from 'node:timers/promises';
import { Channel, Metadata, type MethodDefinition } from '@grpc/grpc-js';
import { type Breaker, createBreaker, isOpen } from './breaker.ts';
import { clientCredentials, type TlsFiles } from './certificates.ts';
import { type CallContext, CONTEXT_ENTRY, encodeContext, TRACEPARENT_ENTRY } from './context.ts';
import type { EncodedRequest } from './encoded-request.ts';
import { AppError, fromStatus, isRefusal, isUnreachable } from './errors.ts';
import { FLOW_CONTROL_WINDOW, MAX_MESSAGE } from './grpc-limits.ts';
import type { Logger } from './logger.ts';
import { rpcClientDuration, rpcClientRetries } from './metrics.ts';
import { type Domain, loadService, type Rpcs, type ServiceName } from './proto.ts';
import { isTracing, withSpan } from './tracing.ts';
import { CallFailure, unaryCall } from './unary-call.ts';

export interface CallOptions {
  context: CallContext;
  /** Epoch milliseconds; the kind's own limit when that is sooner. */
  deadline?: number | undefined;
  traceparent?: string | undefined;
}

export interface ConnectOptions {
  /** host:port */
  address: string;
  tls: TlsFiles;
  logger: Logger;
  /** The name of this process. */
  source: string;
  /** The name that the certificate of the called process must carry; default the domain. */
  peer?: string;
}

/** A service's rpcs as promises, in camel case. Every rejection is an AppError. */
export type RpcClient<D extends Domain, S extends ServiceName<D>> = {
  [Name in keyof Rpcs<D, S> as Uncapitalize<Name & string>]: (
    request: Rpcs<D, S>[Name]['request'] | EncodedRequest<Rpcs<D, S>[Name]['request']>,
    options: CallOptions,
  ) => Promise<Rpcs<D, S>[Name]['received']>;
} & { close(): void };

type Kind = 'read' | 'write';

/** Milliseconds (decisions 1: Sizes, times). */
const LIMIT: Record<Kind, number> = { read: 3_000, write: 8_000 };
/** Milliseconds before the first retry of a read at most; doubles up to the longest. */
const FIRST_BACKOFF = 25;
const LONGEST_BACKOFF = 500;

/** Connects when the first call is made, and again for ever; the certificate must carry the peer's name. */
export function connect<D extends Domain, S extends ServiceName<D>>(
  domain: D,
  serviceName: S,
  options: ConnectOptions,
): RpcClient<D, S> {
  const connection = new Connection(domain, serviceName, options);
  const client: Record<string, unknown> = { close: () => connection.close() };
  for (const [name, definition] of Object.entries(loadService(domain, serviceName))) {
    const rpc = new Rpc(connection, name, definition);
    client[name.charAt(0).toLowerCase() + name.slice(1)] = (request: object, call: CallOptions) =>
      rpc.call(request, call);
  }
  return client as RpcClient<D, S>;
}

type Attempt = [rpc: Rpc, request: object, metadata: Metadata, deadline: number];

/** One channel to a service, with a breaker for each kind of call. */
class Connection {
  readonly peer: string;
  /** For metrics and logs. */
  readonly service: string;
  readonly channel: Channel;
  readonly breakers: Record<Kind, Breaker<Attempt, object>>;

  constructor(domain: Domain, serviceName: string, options: ConnectOptions) {
    const { address, tls, source, logger, peer = domain } = options;
    const name = `${domain}.v1.${serviceName}`;
    this.peer = peer;
    this.service = peer === domain ? name : `${peer}/${name}`;
    this.channel = new Channel(address, clientCredentials(tls, logger), {
      'grpc.ssl_target_name_override': peer,
      'grpc.primary_user_agent': source,
      'grpc.initial_reconnect_backoff_ms': 100,
      'grpc.max_reconnect_backoff_ms': 1_000,
      'grpc.keepalive_time_ms': 10_000,
      'grpc.keepalive_timeout_ms': 2_000,
      'grpc.max_receive_message_length': MAX_MESSAGE,
      'grpc.max_send_message_length': MAX_MESSAGE,
      'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
      'grpc.enable_channelz': 0,
      'grpc.service_config_disable_resolution': 1,
    });
    this.breakers = { read: this.#breaker('read', logger), write: this.#breaker('write', logger) };
  }

  close(): void {
    this.channel.close();
    for (const breaker of Object.values(this.breakers)) breaker.close();
  }

  #breaker(kind: Kind, logger: Logger): Breaker<Attempt, object> {
    return createBreaker(attempt, { service: this.service, kind, limit: LIMIT[kind], counts: isServiceFault, logger });
  }
}

/** One rpc of a connection. */
class Rpc {
  readonly connection: Connection;
  readonly definition: MethodDefinition<object, object>;
  readonly #name: string;
  readonly #kind: Kind;
  readonly #observers = new Map<string, ReturnType<typeof rpcClientDuration.labels>>();

  constructor(connection: Connection, name: string, definition: MethodDefinition<object, object>) {
    this.connection = connection;
    this.definition = definition;
    this.#name = name;
    this.#kind = /^(Get|List|Resolve)/.test(name) ? 'read' : 'write';
  }

  call(request: object, options: CallOptions): Promise<object> {
    if (!isTracing()) return this.#measured(request, options, options.traceparent);
    const { path } = this.definition;
    return withSpan(path.slice(1), 'client', options.traceparent, { 'rpc.system': 'grpc' }, (traceparent) =>
      this.#measured(request, options, traceparent),
    );
  }

  async #measured(request: object, options: CallOptions, traceparent: string | undefined): Promise<object> {
    const started = performance.now();
    let code = 'ok';
    try {
      return await this.#send(request, options, traceparent);
    } catch (error) {
      const known = this.#translate(error);
      code = known.code;
      throw known;
    } finally {
      this.#observer(code).observe((performance.now() - started) / 1000);
    }
  }

  async #send(request: object, options: CallOptions, traceparent: string | undefined): Promise<object> {
    const deadline = Math.min(options.deadline ?? Number.POSITIVE_INFINITY, Date.now() + LIMIT[this.#kind]);
    if (deadline <= Date.now()) throw new AppError('deadline_exceeded', 'No time was left for the call');
    const metadata = new Metadata();
    metadata.set(CONTEXT_ENTRY, encodeContext(options.context));
    if (traceparent !== undefined) metadata.set(TRACEPARENT_ENTRY, traceparent);
    const breaker = this.connection.breakers[this.#kind];
    for (let retries = 0; ; retries++) {
      try {
        const fire = retries === 0 ? breaker.fire : breaker.refire;
        return await fire(this, request, metadata, deadline);
      } catch (error) {
        const pause = Math.random() * Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
        if (this.#kind === 'write' || !isUnreachable(error) || Date.now() + pause >= deadline) throw error;
        rpcClientRetries.inc({ service: this.connection.service, method: this.#name });
        await sleep(pause);
      }
    }
  }

  #translate(error: unknown): AppError {
    const { peer, breakers } = this.connection;
    if (isOpen(error)) {
      const retryAfter = breakers[this.#kind].retryAfter();
      return new AppError('upstream_unavailable', `Service ${peer} is unavailable`, { retryAfter, cause: error });
    }
    const known = fromStatus(error, peer);
    const lost = known.code === 'upstream_unavailable' || known.code === 'deadline_exceeded';
    if (this.#kind === 'read' || !lost || isRefusal(error) || !wasSent(error)) return known;
    return new AppError(
      'outcome_unknown',
      `Service ${peer} was lost while it worked; retry with the same Idempotency-Key`,
      {
        retryAfter: known.retryAfter ?? 1,
        cause: error,
      },
    );
  }

  #observer(code: string) {
    let observer = this.#observers.get(code);
    if (!observer) {
      observer = rpcClientDuration.labels({ service: this.connection.service, method: this.#name, code });
      this.#observers.set(code, observer);
    }
    return observer;
  }
}

function attempt(rpc: Rpc, request: object, metadata: Metadata, deadline: number): Promise<object> {
  return unaryCall(rpc.connection.channel, rpc.definition, request, metadata, deadline);
}

/** What the breaker counts: the service is down, too slow or broken. Everything else is between it and its caller. */
function isServiceFault(error: unknown): boolean {
  const { code } = fromStatus(error, '');
  return code === 'upstream_unavailable' || code === 'deadline_exceeded' || code === 'internal_error';
}

const wasSent = (error: unknown) => error instanceof CallFailure && error.sent;
