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

/** Milliseconds within which a process that works says so. */
const PROBE_PATIENCE = 1_000;
/** Milliseconds. A restarted service is back within this. */
const RESET_TIMEOUT = 1_500;
/**
 * Milliseconds that the failure rate looks back beyond the limit of a call: a call counts from its start, so that in a
 * shorter window those that ran into their limit would be forgotten. No longer, lest many good calls hide a death.
 */
const BEYOND_LIMIT = PROBE_PATIENCE + 1_000;
/** Milliseconds: the window moves on by so much. */
const BUCKET = 500;
/** Calls in the window below which a failure rate says nothing. */
const LEAST_CALLS = 10;
/** Values of a breaker's gauge. */
const STATES = { closed: 0, halfOpen: 1, open: 2 } as const;

/** Texts of grpc-js for HTTP/2's REFUSED_STREAM (RFC 9113, 8.7: the request was not processed). The status does not tell it. */
const REFUSED_STREAM = /^Stream refused by server$|NGHTTP2_REFUSED_STREAM/;

const HEALTH_CHECK = health.Check as MethodDefinition<object, object>;

type Method = MethodDefinition<object, object>;

/**
 * A unary call on a channel, as grpc-js' own `makeUnaryRequest` makes it, without its interceptors and without a stack
 * trace for each call: an eighth less CPU. `deadline` in epoch milliseconds. Rejects with a CallFailure.
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

/** A call that got no connection still names the channel's target as its peer, or none. */
function hadConnection(end: StatusObject, peer: string, channel: ChannelInterface): boolean {
  return end.code !== status.UNAVAILABLE || (peer !== 'unknown' && peer !== channel.getTarget());
}

/** A call that did not end with OK. */
export class CallFailure extends Error implements StatusObject {
  override name = 'CallFailure';
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
  /** Whether a connection took it: if not, it certainly had no effect. */
  readonly sent: boolean;
  /** Whether a connection that was ending, of its age or with its replica, left it to another. */
  readonly refused: boolean;

  constructor({ code, details, metadata }: StatusObject, hadConnection: boolean) {
    super(`${status[code]}: ${details}`);
    this.code = code;
    this.details = details;
    this.metadata = metadata;
    this.refused = code === status.UNAVAILABLE && REFUSED_STREAM.test(details);
    // A peer that does not know a method has not begun it.
    this.sent = hadConnection && !this.refused && code !== status.UNIMPLEMENTED;
  }
}

/** Stops calls to a service that does not answer, until one call in `RESET_TIMEOUT` gets through. */
export interface Breaker<Args extends unknown[], Result> {
  fire(...args: Args): Promise<Result>;
  /** The same for one more try of a call that was already counted: a lone caller's retries open nothing. */
  refire(...args: Args): Promise<Result>;
  /** Seconds until the next call may get through, at least 1. */
  retryAfter(): number;
  close(): void;
}

interface BreakerOptions {
  service: string;
  kind: string;
  /** Milliseconds that a call may take. */
  limit: number;
  /** Whether an error means that the service fails everybody; others don't count. May take `PROBE_PATIENCE` to find out. */
  counts: (error: unknown) => Promise<boolean>;
  logger: Logger;
}

/** A breaker around `action`. */
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
  const gauge = breakerState.labels({ service, kind });
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
        // The caller hears at once: only the count waits for what the failure means.
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

/** Whether a breaker refused the call, or was shut down: nothing was sent. */
export function isOpen(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EOPENBREAKER' || error.code === 'ESHUTDOWN');
}

/** Asks a service whether it serves, by the gRPC health protocol. Who asks meanwhile shares the answer. Never rejects. */
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
