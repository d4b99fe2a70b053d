import type { ServerUnaryCall } from '@grpc/grpc-js';
import { type Logger, requestLogger } from '../runtime/logger.ts';
import {
  type CallContext,
  CONTEXT_ENTRY,
  decodeContext,
  type Principal,
  principalOf,
  TRACEPARENT_ENTRY,
} from './context.ts';

/** One rpc as its handler sees it. May be passed on as the options of a further call. */
export interface Call {
  readonly context: CallContext;
  /** Who is calling. Throws not_authenticated when nobody is. */
  readonly principal: Principal;
  /** Epoch milliseconds: somewhat before the caller gives up. */
  readonly deadline: number;
  /** Aborted when the caller hangs up or the deadline is over. */
  readonly signal: AbortSignal;
  /** When the call arrived; the same for everything that it does. */
  readonly now: Date;
  /** Names the request and the trace on every line. */
  readonly logger: Logger;
  readonly traceparent?: string | undefined;
}

type GrpcCall = ServerUnaryCall<unknown, unknown>;

/** For a caller that sets none: the longest that anyone may wait (decisions 1: Sizes, times). */
const DEFAULT_DEADLINE = 8_000;
/** The part of its time that a call may work. With the rest its answer, that it failed too, reaches who still waits. */
const WORKING = 0.95;

/** Makes what is rarely asked for only when asked. */
export class ServerCall implements Call {
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
    const patience = Number(call.getDeadline()) - this.now.getTime();
    this.deadline = this.now.getTime() + (Number.isFinite(patience) ? patience * WORKING : DEFAULT_DEADLINE);
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

/** What the peer says about the call; one that says nothing gets a request id made up. */
export function incomingContext(call: GrpcCall): CallContext {
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
