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
  /** Epoch milliseconds; the kind's own limit when that is sooner. */
  deadline?: number | undefined;
  traceparent?: string | undefined;
}

type Request<Rpc extends { request: unknown }> = Rpc['request'] | EncodedRequest<Rpc['request']>;

/** A service's rpcs as promises, in camel case. Every rejection is an AppError. */
export type RpcClient<D extends Domain, S extends ServiceName<D>> = {
  [Name in keyof Rpcs<D, S> as Uncapitalize<Name & string>]: (
    request: Request<Rpcs<D, S>[Name]>,
    options: CallOptions,
  ) => Promise<Rpcs<D, S>[Name]['received']>;
};

/** The same calls; their replies are left as they came. */
export interface EncodedRpcs<D extends Domain, S extends ServiceName<D>> {
  encoded<Name extends keyof Rpcs<D, S>>(
    rpc: Name,
    request: Request<Rpcs<D, S>[Name]>,
    options: CallOptions,
  ): Promise<EncodedReply<Rpcs<D, S>[Name]['received']>>;
}

type Kind = 'read' | 'write';

/** Milliseconds (decisions 1: Sizes, times). */
const LIMIT: Record<Kind, number> = { read: 3_000, write: 8_000 };
/** Milliseconds. The last retry ends so long before the caller's deadline, so that the caller can still answer. */
const REPLY_MARGIN = 250;
/** Milliseconds before the first retry at most; doubles up to the longest. */
const FIRST_BACKOFF = 25;
const LONGEST_BACKOFF = 500;
/** Repeats of a call that a replica did not know. Calls are spread in turn, so a repeat may reach the same replica. */
const OTHERS_ASKED = 16;

/** A service that the peer of the channel serves. */
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
  /** For metrics and logs. */
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
   * The slow query of an org, or a peer that the service itself misses, must not open the breaker: the service is asked
   * whether it serves.
   */
  #breaker(kind: Kind): Breaker<Attempt, object> {
    const { peer, isServing, logger } = this.channel;
    const counts = async (error: unknown) => {
      // A peer that answers works, even if it runs an earlier version.
      if (isNotOffered(error)) return false;
      const { code, service = peer } = fromStatus(error, peer);
      // A peer that says that another service is away works itself.
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
  /** Whether a second time has no effect of its own: then it does not matter whether the first took place. */
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
   * A write whose answer was lost is sent again if it has an Idempotency-Key: the service then finds what it did, or does it.
   * Without a key it is sent again only if nobody began it: the connection ended before it took the call, or the replica did not
   * know the rpc. grpc-js repeats such calls itself, but only once, and only small messages.
   */
  async #send(request: object, options: CallOptions, traceparent: string | undefined): Promise<object> {
    const isKeyed = this.#kind === 'write' && options.context.idempotency !== undefined;
    const end = this.#endOf(options, isKeyed);
    if (end <= Date.now()) throw new AppError('deadline_exceeded', 'No time was left for the call');
    const metadata = metadataOf(options, traceparent);
    const breaker = this.service.breakers[this.#kind];
    let inDoubt = false;
    for (let retries = 0; ; retries++) {
      const deadline = Math.min(end, Date.now() + LIMIT[this.#kind]);
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
        // A caller who hears at the very end of its time hears of nothing but that.
        const last = this.#kind === 'read' ? end - REPLY_MARGIN : end;
        if (again && Date.now() + pause < last) {
          rpcClientRetries.inc({ service: this.service.name, method: this.#name });
          await sleep(pause);
        } else
          throw isUnsettled
            ? outcomeUnknown(`Service ${this.service.channel.peer} was lost while it worked`, error)
            : error;
      }
    }
  }

  /** Epoch milliseconds: when no more attempt is made. */
  #endOf({ deadline = Number.POSITIVE_INFINITY }: CallOptions, isKeyed: boolean): number {
    const once = Math.min(deadline, Date.now() + LIMIT[this.#kind]);
    return isKeyed && Number.isFinite(deadline) ? Math.max(once, deadline - REPLY_MARGIN) : once;
  }

  #translate(error: unknown): AppError {
    const { breakers } = this.service;
    const { peer } = this.service.channel;
    if (isOpen(error)) return serviceUnavailable(peer, error, breakers[this.#kind].retryAfter());
    const known = fromStatus(error, peer);
    // No write of the caller has happened: only a read of the peer has failed.
    return this.#isIdempotent && known.code === 'deadline_exceeded' ? serviceUnavailable(peer, error) : known;
  }

  #observer(code: string) {
    let observer = this.#observers.get(code);
    if (!observer) {
      observer = rpcClientDuration.labels({ service: this.service.name, method: this.#name, code });
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
