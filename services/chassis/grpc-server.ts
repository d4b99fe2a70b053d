import {
  Server,
  type ServerUnaryCall,
  type sendUnaryData,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { HealthImplementation } from 'grpc-health-check';
import type { z } from 'zod';
import { type Call, incomingContext, ServerCall } from './call.ts';
import { serverCredentials, type TlsFiles } from './certificates.ts';
import { hasRole, type Role } from './context.ts';
import { AppError, toStatus } from './errors.ts';
import type { Logger } from './logger.ts';
import { rpcServerDuration } from './metrics.ts';
import { peerName } from './peer.ts';
import { type Domain, loadService, type Rpcs, type ServiceName } from './proto.ts';
import type { Part } from './run-service.ts';
import { isTracing, withSpan } from './tracing.ts';
import { parseRequest } from './validate.ts';

export type { Call } from './call.ts';

export interface UnaryOptions {
  /** May be called without a principal. */
  anonymous?: true;
  /** The lowest role that may call. */
  role?: Role;
  /** Common names of peers besides the gateway that may call, and be believed about the caller. For reads only. */
  peers?: readonly string[];
}

/** How one rpc is answered; made by `unary`. */
export interface UnaryMethod<Reply> {
  options: UnaryOptions;
  answer(request: unknown, call: Call): Promise<Reply>;
}

/** An rpc whose request is checked by `schema`. An AppError that `fn` throws reaches the caller as it is. */
export function unary<Schema extends z.ZodType, Reply>(
  schema: Schema,
  fn: (request: z.output<Schema>, call: Call) => Promise<Reply>,
  options: UnaryOptions = {},
): UnaryMethod<Reply> {
  return { options, answer: (request, call) => fn(parseRequest(schema, request), call) };
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

export interface GrpcServerOptions {
  host: string;
  /** 0 = any. */
  port: number;
  tls: TlsFiles;
  services: ServiceImplementation[];
  logger: Logger;
  /** Milliseconds that running calls get to end in a drain. */
  drainTimeout?: number;
}

export interface RunningServer {
  port: number;
  /** For the gRPC health protocol. */
  setServing(serving: boolean): void;
  /** Takes no new calls, lets the running ones end, and closes. */
  drain(): Promise<void>;
}

/** decisions 1: Sizes. */
export const MAX_MESSAGE = 16 * 1024 * 1024;
/** Bytes in flight per connection: with HTTP/2's own 64 KiB a list would wait for round trips. */
export const FLOW_CONTROL_WINDOW = 4 * 1024 * 1024;
const DRAIN_TIMEOUT = 8_000;

export async function serveGrpc(options: GrpcServerOptions): Promise<RunningServer> {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE,
    'grpc.max_send_message_length': MAX_MESSAGE,
    'grpc-node.flow_control_window': FLOW_CONTROL_WINDOW,
    'grpc.enable_channelz': 0,
  });
  const health = new HealthImplementation({ '': 'NOT_SERVING' });
  health.addToServer(server);
  for (const service of options.services) addService(server, service, options.logger);
  const port = await bind(server, `${options.host}:${options.port}`, serverCredentials(options.tls));
  return {
    port,
    setServing: (serving) => health.setStatus('', serving ? 'SERVING' : 'NOT_SERVING'),
    drain: () => drain(server, options.drainTimeout ?? DRAIN_TIMEOUT),
  };
}

/** The settings that a gRPC server reads. */
export interface GrpcServerConfig {
  GRPC_HOST: string;
  GRPC_PORT: number;
  TLS_CA: string;
  TLS_CERT: string;
  TLS_KEY: string;
  SHUTDOWN_TIMEOUT_MS: number;
}

/** The gRPC server as a part of a process. */
export function grpcServer(options: {
  config: GrpcServerConfig;
  services: ServiceImplementation[];
  logger: Logger;
}): Part {
  const { config, services, logger } = options;
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  let running: RunningServer | undefined;
  return {
    name: 'grpc',
    async start() {
      const drainTimeout = config.SHUTDOWN_TIMEOUT_MS;
      running = await serveGrpc({
        host: config.GRPC_HOST,
        port: config.GRPC_PORT,
        tls,
        services,
        logger,
        drainTimeout,
      });
    },
    stop: async () => running?.drain(),
    ports: () => (running ? { grpc: running.port } : {}),
    readiness: (ready) => running?.setServing(ready),
  };
}

function bind(server: Server, address: string, credentials: ReturnType<typeof serverCredentials>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(address, credentials, (error, port) => (error ? reject(error) : resolve(port)));
  });
}

function drain(server: Server, timeout: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.forceShutdown(), timeout);
    server.tryShutdown(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function addService(server: Server, service: ServiceImplementation, logger: Logger): void {
  const definition = loadService(service.domain, service.name);
  const handlers: UntypedServiceImplementation = {};
  for (const [name, method] of Object.entries(service.methods)) {
    const endpoint = new Endpoint(service, name, method, logger);
    handlers[name] = (call: GrpcCall, callback: Callback) => void endpoint.serve(call, callback);
  }
  server.addService(definition, handlers);
}

type GrpcCall = ServerUnaryCall<unknown, unknown>;
type Callback = sendUnaryData<unknown>;
type Observer = ReturnType<typeof rpcServerDuration.labels>;

/** One rpc of a running server: who may call, the answer or the refusal, and how long it took. */
class Endpoint {
  readonly #path: string;
  readonly #labels: { service: string; method: string };
  readonly #method: UnaryMethod<unknown>;
  readonly #logger: Logger;
  readonly #observers = new Map<status, Observer>();

  constructor(service: ServiceImplementation, name: string, method: UnaryMethod<unknown>, logger: Logger) {
    this.#path = `${service.domain}.v1.${service.name}/${name}`;
    this.#labels = { service: `${service.domain}.v1.${service.name}`, method: name };
    this.#method = method;
    this.#logger = logger;
  }

  async serve(grpcCall: GrpcCall, callback: Callback): Promise<void> {
    const started = performance.now();
    let code = status.OK;
    try {
      const call = this.#admit(grpcCall);
      callback(null, await this.#answer(grpcCall.request, call));
    } catch (error) {
      const refusal = toStatus(error);
      code = refusal.code;
      if (code === status.INTERNAL)
        this.#logger.error({ err: error, rpc: this.#path, requestId: requestIdOf(grpcCall) }, 'Call failed');
      callback(refusal);
    }
    this.#observer(code).observe((performance.now() - started) / 1000);
  }

  #answer(request: unknown, call: ServerCall): Promise<unknown> {
    if (!isTracing()) return this.#method.answer(request, call);
    return withSpan(this.#path, 'server', call.traceparent, { 'rpc.system': 'grpc' }, (traceparent) => {
      call.traceparent = traceparent;
      return this.#method.answer(request, call);
    });
  }

  /** decisions 3, Inside: a caller is believed from the gateway's certificate, or from a peer on the rpc's fixed list. */
  #admit(grpcCall: GrpcCall): ServerCall {
    const { anonymous, role, peers } = this.#method.options;
    const peer = peerName(grpcCall);
    if (peer !== 'gateway' && !(peer !== undefined && peers?.includes(peer))) throw refused();
    const call = new ServerCall(grpcCall, incomingContext(grpcCall), this.#logger);
    if (anonymous) return call;
    const { principal } = call;
    if (role && !hasRole(principal.role, role)) throw refused();
    return call;
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
