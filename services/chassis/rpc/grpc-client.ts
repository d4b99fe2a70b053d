import { setTimeout as sleep } from 'node:timers/promises';
import { Metadata } from '@grpc/grpc-js';
import { AppError, outcomeUnknown, serviceUnavailable } from '../domain/errors.ts';
import { rpcClientDuration, rpcClientRetries } from '../runtime/metrics.ts';
import { isTracing, withSpan } from '../runtime/tracing.ts';
import { type Breaker, createBreaker, isOpen, unaryCall } from './client-call.ts';
import { type CallContext, CONTEXT_ENTRY, encodeContext, TRACEPARENT_ENTRY } from './context.ts';
import type { EncodedRequest } from './encoded-request.ts';
import { EncodedReply } from './message-codec.ts';
import type { PeerChannel } from './peer-channel.ts';
import { type Domain, loadService, type RpcDefinition, type Rpcs, type ServiceName } from './proto.ts';
import { fromStatus, isInDoubt, isLoss, isNotOffered, isUnreachable, leavesOpen, wasRefused } from './status.ts';

export interface CallOptions {
  context: CallContext;
  /** Epoch milliseconds. The limit of the kind of call applies if it ends earlier. */
  deadline?: number | undefined;
  /** A read that may take as long as a write. */
  takesLong?: true;
  traceparent?: string | undefined;
}

type Request<Rpc extends { request: unknown }> = Rpc['request'] | EncodedRequest<Rpc['request']>;

/** A service's rpcs as async functions, in camel case. Every rejection is an AppError. */
export type RpcClient<D extends Domain, S extends ServiceName<D>> = {
  [Name in keyof Rpcs<D, S> as Uncapitalize<Name & string>]: (
    request: Request<Rpcs<D, S>[Name]>,
    options: CallOptions,
  ) => Promise<Rpcs<D, S>[Name]['received']>;
};

/** The same calls with encoded replies. */
export interface EncodedRpcs<D extends Domain, S extends ServiceName<D>> {
  encoded<Name extends keyof Rpcs<D, S>>(
    rpc: Name,
    request: Request<Rpcs<D, S>[Name]>,
    options: CallOptions,
  ): Promise<EncodedReply<Rpcs<D, S>[Name]['received']>>;
}

type Kind = 'read' | 'write';

/** Maximum milliseconds of an attempt (decisions 1: Sizes, times). */
const LIMIT: Record<Kind, number> = { read: 3_000, write: 8_000 };
/** Milliseconds between the end of the last retry and the caller's deadline, so that the caller can still answer. */
const REPLY_MARGIN = 250;
/** Maximum milliseconds before the first retry. It doubles with each retry, up to LONGEST_BACKOFF. */
const FIRST_BACKOFF = 25;
const LONGEST_BACKOFF = 500;
/**
 * Maximum number of retries of a call whose rpc a replica did not know. A retry may reach the same replica again,
 * because calls go to replicas in turn.
 */
const OTHERS_ASKED = 16;

/** A client of a service that the channel's peer serves. */
export function connect<D extends Domain, S extends ServiceName<D>>(
  domain: D,
  serviceName: S,
  channel: PeerChannel,
): RpcClient<D, S> & EncodedRpcs<D, S> {
  const service = new Service(domain, serviceName, channel);
  const definitions = loadService(domain, serviceName);
  const encoded = new Map(
    Object.entries(definitions).map(([name, definition]) => {
      const responseDeserialize = (bytes: Buffer) => new EncodedReply(bytes);
      return [name, new Rpc(service, name, { ...definition, responseDeserialize })];
    }),
  );
  const client: Record<string, unknown> = {
    encoded: (name: string, request: object, call: CallOptions) => encoded.get(name)?.call(request, call),
  };
  for (const [name, definition] of Object.entries(definitions)) {
    const rpc = new Rpc(service, name, definition);
    client[name.charAt(0).toLowerCase() + name.slice(1)] = (request: object, call: CallOptions) =>
      rpc.call(request, call);
  }
  return client as RpcClient<D, S> & EncodedRpcs<D, S>;
}

type Attempt = [rpc: Rpc, request: object, metadata: Metadata, deadline: number];

/** A service of a peer, with a breaker for each kind of call. */
class Service {
  /** Name in metrics and logs. */
  readonly name: string;
  readonly channel: PeerChannel;
  readonly breakers: Record<Kind, Breaker<Attempt, object>>;

  constructor(domain: Domain, serviceName: string, channel: PeerChannel) {
    const name = `${domain}.v1.${serviceName}`;
    this.name = channel.peer === domain ? name : `${channel.peer}/${name}`;
    this.channel = channel;
    this.breakers = { read: this.#breaker('read'), write: this.#breaker('write') };
    for (const breaker of Object.values(this.breakers)) channel.onClose(breaker.close);
  }

  /**
   * A slow query of one org, or an unavailable peer of the service, must not open the breaker. So the service is asked
   * whether it serves.
   */
  #breaker(kind: Kind): Breaker<Attempt, object> {
    const { peer, isServing, logger } = this.channel;
    const counts = async (error: unknown) => {
      // A peer that answers works, even if it runs an earlier version.
      if (isNotOffered(error)) return false;
      const { code, service = peer } = fromStatus(error, peer);
      // A peer that reports another service as unavailable works itself.
      return isLoss(code) && service === peer && !(await isServing());
    };
    return createBreaker(attempt, { service: this.name, kind, limit: LIMIT[kind], counts, logger });
  }
}

/** An rpc of a service. */
class Rpc {
  readonly service: Service;
  readonly definition: RpcDefinition;
  readonly #name: string;
  readonly #kind: Kind;
  /** True if a repeated call has no further effect. Then it does not matter whether the first call took effect. */
  readonly #isIdempotent: boolean;
  readonly #observers = new Map<string, ReturnType<typeof rpcClientDuration.labels>>();

  constructor(service: Service, name: string, definition: RpcDefinition) {
    this.service = service;
    this.definition = definition;
    this.#name = name;
    const { idempotency_level: level } = definition.options;
    this.#kind = level === 'NO_SIDE_EFFECTS' ? 'read' : 'write';
    this.#isIdempotent = level === 'IDEMPOTENT';
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

  /**
   * Sends the call, and repeats it in these cases. A read is repeated after a lost connection. A write with an
   * Idempotency-Key is repeated after a lost answer: the service finds its earlier result, or does the write. A call
   * without a key is repeated only if no replica started it: the connection closed before it took the call, or the
   * replica did not know the rpc. (grpc-js repeats such calls only once, and only small messages.)
   */
  async #send(request: object, options: CallOptions, traceparent: string | undefined): Promise<object> {
    const isKeyed = this.#kind === 'write' && options.context.idempotency !== undefined;
    const end = this.#endOf(options, isKeyed);
    if (end <= Date.now()) throw new AppError('deadline_exceeded', 'No time was left for the call');
    const metadata = metadataOf(options, traceparent);
    const breaker = this.service.breakers[this.#kind];
    let inDoubt = false;
    for (let retries = 0; ; retries++) {
      const deadline = Math.min(end, Date.now() + this.#limitOf(options));
      try {
        const fire = retries === 0 ? breaker.fire : breaker.refire;
        return await fire(this, request, metadata, deadline);
      } catch (error) {
        inDoubt ||= this.#kind === 'write' && !this.#isIdempotent && isInDoubt(error);
        const isUnsettled = inDoubt && leavesOpen(this.#translate(error));
        const isKnownElsewhere = isNotOffered(error) && retries < OTHERS_ASKED;
        const longest = isKnownElsewhere ? FIRST_BACKOFF : Math.min(LONGEST_BACKOFF, FIRST_BACKOFF * 2 ** retries);
        const pause = Math.random() * longest;
        const isRepeatable = this.#kind === 'read' ? isUnreachable(error) : isKeyed && isUnsettled;
        const again = isRepeatable || isKnownElsewhere || wasRefused(error);
        // A read stops earlier, so that its caller can still answer.
        const last = this.#kind === 'read' ? end - REPLY_MARGIN : end;
        if (again && Date.now() + pause < last) {
          rpcClientRetries.inc({ grpc_service: this.service.name, method: this.#name });
          await sleep(pause);
        } else
          throw isUnsettled
            ? outcomeUnknown(`Service ${this.service.channel.peer} was lost while it worked`, error)
            : error;
      }
    }
  }

  /** Epoch milliseconds after which no attempt starts. */
  #endOf(options: CallOptions, isKeyed: boolean): number {
    const { deadline = Number.POSITIVE_INFINITY } = options;
    const once = Math.min(deadline, Date.now() + this.#limitOf(options));
    return isKeyed && Number.isFinite(deadline) ? Math.max(once, deadline - REPLY_MARGIN) : once;
  }

  #limitOf({ takesLong }: CallOptions): number {
    return LIMIT[takesLong ? 'write' : this.#kind];
  }

  #translate(error: unknown): AppError {
    const { breakers } = this.service;
    const { peer } = this.service.channel;
    if (isOpen(error)) return serviceUnavailable(peer, error, breakers[this.#kind].retryAfter());
    const known = fromStatus(error, peer);
    // The caller's own write has not started: only a call that prepares it has failed.
    return this.#isIdempotent && known.code === 'deadline_exceeded' ? serviceUnavailable(peer, error) : known;
  }

  #observer(code: string) {
    let observer = this.#observers.get(code);
    if (!observer) {
      observer = rpcClientDuration.labels({ grpc_service: this.service.name, method: this.#name, code });
      this.#observers.set(code, observer);
    }
    return observer;
  }
}

function attempt(rpc: Rpc, request: object, metadata: Metadata, deadline: number): Promise<object> {
  return unaryCall(rpc.service.channel, rpc.definition, request, metadata, deadline);
}

function metadataOf({ context }: CallOptions, traceparent: string | undefined): Metadata {
  const metadata = new Metadata();
  metadata.set(CONTEXT_ENTRY, encodeContext(context));
  if (traceparent !== undefined) metadata.set(TRACEPARENT_ENTRY, traceparent);
  return metadata;
}
