import {
  type Channel,
  type ChannelInterface,
  Metadata,
  type MethodDefinition,
  type StatusObject,
  status,
} from '@grpc/grpc-js';
import { service as health } from 'grpc-health-check';
import CircuitBreaker from 'opossum';
import type { Logger } from '../runtime/logger.ts';
import { breakerState } from '../runtime/metrics.ts';
import { EncodedRequest } from './encoded-request.ts';

/** Milliseconds within which a working process answers a health check. */
const PROBE_PATIENCE = 1_000;
/**
 * Milliseconds until an open breaker lets the next call through. A restarted service is ready again within this time.
 */
const RESET_TIMEOUT = 1_500;
/**
 * Milliseconds that are added to the limit of a call, for the window of the failure rate. A call counts from its start,
 * so a shorter window would forget calls that have reached their limit. In a longer window, many good calls would hide
 * that the service is down.
 */
const BEYOND_LIMIT = PROBE_PATIENCE + 1_000;
/** Milliseconds of one bucket of the window. */
const BUCKET = 500;
/** Minimum number of calls in the window for a failure rate. */
const LEAST_CALLS = 10;
/** Values of the metric `rpc_breaker_state`. */
const STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

/**
 * Messages of grpc-js for HTTP/2's REFUSED_STREAM (RFC 9113, 8.7: the request was not processed). The gRPC status does
 * not show it.
 */
const REFUSED_STREAM = /^Stream refused by server$|NGHTTP2_REFUSED_STREAM/;

const HEALTH_CHECK = health.Check as MethodDefinition<object, object>;

type Method = MethodDefinition<object, object>;

/**
 * Makes a unary call on a channel, like `makeUnaryRequest` of grpc-js, but without interceptors and without a stack
 * trace for each call. This saves an eighth of the CPU time. `deadline`: epoch milliseconds. Rejects with a CallFailure
 * if the status is not OK.
 */
export function unaryCall(
  channel: ChannelInterface,
  method: Method,
  request: object,
  metadata: Metadata,
  deadline: number,
): Promise<object> {
  return new Promise((resolve, reject) => {
    const message = request instanceof EncodedRequest ? request.bytes : method.requestSerialize(request);
    const call = channel.createCall(method.path, deadline, undefined, null, undefined);
    let reply: Buffer | undefined;
    call.start(metadata, {
      onReceiveMetadata() {},
      onReceiveMessage(bytes: Buffer) {
        reply = bytes;
      },
      onReceiveStatus(end) {
        if (end.code !== status.OK) reject(new CallFailure(end, hadConnection(end, call.getPeer(), channel)));
        else settle(method, reply, resolve, reject);
      },
    });
    call.sendMessageWithContext({}, message);
    call.startRead();
    call.halfClose();
  });
}

function settle(
  method: Method,
  reply: Buffer | undefined,
  resolve: (reply: object) => void,
  reject: (error: unknown) => void,
): void {
  try {
    if (!reply) throw new TypeError(`${method.path} ended well without a reply`);
    resolve(method.responseDeserialize(reply));
  } catch (error) {
    reject(error);
  }
}

/** A call that got no connection has the channel's target as its peer, or `unknown`. */
function hadConnection(end: StatusObject, peer: string, channel: ChannelInterface): boolean {
  return end.code !== status.UNAVAILABLE || (peer !== 'unknown' && peer !== channel.getTarget());
}

/** A call that did not end with OK. */
export class CallFailure extends Error implements StatusObject {
  override name = 'CallFailure';
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  /** False: no connection took the call, so it certainly had no effect. */
  readonly sent: boolean;
  /** True: the connection was closing, because of its age or because its replica stops, and refused the call. */
  readonly refused: boolean;

  constructor({ code, details, metadata }: StatusObject, hadConnection: boolean) {
    super(`${status[code]}: ${details}`);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
    this.refused = code === status.UNAVAILABLE && REFUSED_STREAM.test(details);
    // A peer that does not know a method has not started it.
    this.sent = hadConnection && !this.refused && code !== status.UNIMPLEMENTED;
  }
}

/** Stops calls to a service that does not answer. Lets one call through every `RESET_TIMEOUT`, until one succeeds. */
export interface Breaker<Args extends unknown[], Result> {
  fire(...args: Args): Promise<Result>;
  /** For a retry of a call that was already counted: the retries of a single call must not open the breaker. */
  refire(...args: Args): Promise<Result>;
  /** Seconds until the next call may get through; at least 1. */
  retryAfter(): number;
  close(): void;
}

interface BreakerOptions {
  service: string;
  kind: string;
  /** Maximum milliseconds of a call. */
  limit: number;
  /**
   * True if the error means that the service fails for every caller. Other errors do not count. The answer may take
   * `PROBE_PATIENCE`.
   */
  counts: (error: unknown) => Promise<boolean>;
  logger: Logger;
}

/** Makes a breaker for `action`. */
export function createBreaker<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
  { service, kind, limit, counts, logger }: BreakerOptions,
): Breaker<Args, Result> {
  const circuit = new CircuitBreaker((counted: () => Promise<void>) => counted(), {
    timeout: false,
    resetTimeout: RESET_TIMEOUT,
    rollingCountTimeout: limit + BEYOND_LIMIT,
    rollingCountBuckets: Math.ceil((limit + BEYOND_LIMIT) / BUCKET),
    rollingPercentilesEnabled: false,
    enableSnapshots: false,
    errorThresholdPercentage: 50,
    volumeThreshold: LEAST_CALLS,
  });
  let opened = 0;
  const gauge = breakerState.labels({ upstream: service, kind });
  gauge.set(STATES.closed);
  circuit.on('open', () => {
    opened = Date.now();
    gauge.set(STATES.open);
    logger.warn({ service, kind }, 'Breaker opened');
  });
  circuit.on('halfOpen', () => gauge.set(STATES.halfOpen));
  circuit.on('close', () => {
    gauge.set(STATES.closed);
    logger.info({ service, kind }, 'Breaker closed');
  });

  function fire(...args: Args): Promise<Result> {
    return new Promise((resolve, reject) => {
      const counted = async () => {
        const answer = action(...args);
        // The caller gets the answer immediately. Only the count waits for the health check.
        answer.then(resolve, reject);
        await answer.catch(async (error) => {
          if (await counts(error)) throw error;
        });
      };
      circuit.fire(counted).catch(reject);
    });
  }

  return {
    fire,
    refire: (...args) => (circuit.closed ? action(...args) : fire(...args)),
    retryAfter: () => Math.max(1, Math.ceil((opened + RESET_TIMEOUT - Date.now()) / 1000)),
    close: () => circuit.shutdown(),
  };
}

/** True if the breaker was open or shut down: the call was not sent. */
export function isOpen(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EOPENBREAKER' || error.code === 'ESHUTDOWN');
}

/**
 * Returns a function that asks a service whether it serves, by the gRPC health protocol. Concurrent callers share the
 * answer. Never rejects.
 */
export function healthProbe(channel: Channel): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;

  async function ask(): Promise<boolean> {
    try {
      const reply = await unaryCall(
        channel,
        HEALTH_CHECK,
        { service: '' },
        new Metadata(),
        Date.now() + PROBE_PATIENCE,
      );
      return (reply as { status: string }).status === 'SERVING';
    } catch {
      return false;
    } finally {
      asking = undefined;
    }
  }

  return () => {
    asking ??= ask();
    return asking;
  };
}
