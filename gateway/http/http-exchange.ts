import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '#chassis/domain/errors.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { networkOf } from '#chassis/runtime/network.ts';
import { lengthOf, type Pieces } from '../payload/pieces.ts';
import type { Rate } from '../rate-limits/limits.ts';
import type { Gateway } from './gateway.ts';
import { commonHeaders, entityTag, type Headers, isCached } from './headers.ts';
import type { HttpAnswer } from './http-answer.ts';
import type { Observe } from './metrics.ts';
import {
  FOUND,
  NOT_MODIFIED,
  problem,
  SUCCESS,
  type TransportRefusal,
  transportProblem,
  withAdvice,
} from './problem.ts';
import { StaticContent } from './static-content.ts';

/** Milliseconds that a request may take (decisions 1: Sizes, times). */
export const TIMEOUT = 10_000;

/** Milliseconds that a refused caller has to send the rest of its request and to read the refusal. */
export const LINGER = 5_000;

/** Bytes of one write. */
const BLOCK = 64 * 1024;
/** Maximum number of listeners on a streamed answer: Node's pipeline adds about six. */
const MAX_LISTENERS = 20;
/** Error codes of a stream whose caller has left, or whose answer was ended because its memory was needed. */
const LEFT: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
]);

/** Form of a request id that the caller may choose. */
const OWN_ID = /^[A-Za-z0-9_.-]{1,128}$/;

/** A request and its one answer. The first answer is sent; later answers are dropped. */
export class HttpExchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly address: string;
  /** Epoch milliseconds. */
  readonly deadline: number;
  principal: Principal | undefined;
  rate: Rate | undefined;
  /** Value of the header X-Ignored-Parameters; empty: there is no such header. */
  ignored = '';
  readonly #response: ServerResponse;
  readonly #gateway: Gateway;
  readonly #observe: Observe;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  /** True once the route's handler has begun. */
  #isHandled = false;
  #over: AbortController | undefined;

  constructor(gateway: Gateway, request: IncomingMessage, response: ServerResponse, observe: Observe) {
    this.#gateway = gateway;
    this.request = request;
    this.#response = response;
    this.#observe = observe;
    const sent = request.headers['x-request-id'];
    this.requestId = typeof sent === 'string' && OWN_ID.test(sent) ? sent : randomUUID();
    this.address = gateway.addressOf(request);
    this.deadline = Date.now() + TIMEOUT;
    this.#timer = setTimeout(() => this.#expire(), TIMEOUT);
  }

  /** The value of a header; undefined if the header is absent or is a list. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Calls `listener` when the answer is sent or the connection has closed. */
  whenOver(listener: () => void): void {
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  /** Aborts when the exchange is over, as in `whenOver`. Created on first use, because most requests never need it. */
  get over(): AbortSignal {
    if (!this.#over) {
      const over = new AbortController();
      this.whenOver(() => over.abort());
      this.#over = over;
    }
    return this.#over.signal;
  }

  /**
   * Must be called before the route's handler begins. Throws deadline_exceeded if the request is already answered: that
   * answer has said that nothing was done.
   */
  handOver(): void {
    if (this.#response.headersSent) throw new AppError('deadline_exceeded', 'The request was not answered in time');
    this.#isHandled = true;
  }

  /** Undoes `handOver`: the handler has done nothing, and the request waits for its next turn. */
  takeBack(): void {
    this.#isHandled = false;
  }

  succeed(answer: HttpAnswer, headers: Headers): void {
    const { body, contentType, revision } = answer;
    Object.assign(headers, answer.headers);
    headers['Content-Type'] = contentType;
    if (answer.eventId) headers['X-Event-Id'] = answer.eventId;
    if (answer.replayed) headers['Idempotency-Replayed'] = 'true';
    if (body instanceof StaticContent) this.#endStatic(headers, body);
    else if (typeof body !== 'string' && Symbol.asyncIterator in body) this.#stream(headers, this.#expected(body));
    else if (revision === undefined) this.#end(SUCCESS, headers, body);
    else this.#endTagged(entityTag(revision, body), headers, body);
  }

  /** Redirects a browser. Status 302 is not the success of an operation. */
  redirect(location: string, headers: Headers): void {
    this.#end(FOUND, { ...headers, Location: location }, '');
  }

  fail(error: unknown, extra: Headers = {}): void {
    const { status, headers, body } = problem(withAdvice(error, this.request), this.requestId);
    this.#log(error);
    this.#end(status, { ...headers, ...extra, 'Content-Type': 'application/json' }, JSON.stringify(body), body.code);
  }

  /** Refuses a request that is faulty before it belongs to a route. Closes the connection. */
  refuse(refusal: TransportRefusal): void {
    const { status, body } = transportProblem(refusal, this.requestId);
    this.#end(status, { 'Content-Type': 'application/json', Connection: 'close' }, JSON.stringify(body), refusal);
  }

  /** Answers when the time is over. A request that has not arrived completely has changed nothing, so it gets 408. */
  #expire(): void {
    if (this.request.complete) this.fail(timedOut(this.request, this.#isHandled));
    else this.refuse('request_timeout');
  }

  #endStatic(headers: Headers, content: StaticContent): void {
    const { coding, bytes, tag } = content.for(this.header('accept-encoding'));
    headers.Vary = 'Accept-Encoding';
    if (coding) headers['Content-Encoding'] = coding;
    this.#endTagged(tag, headers, bytes);
  }

  #endTagged(tag: string, headers: Headers, body: string | Buffer | Pieces): void {
    headers.ETag = tag;
    if (!isRead(this.request) || !isCached(this.header('if-none-match'), tag)) {
      this.#end(SUCCESS, headers, body);
      return;
    }
    delete headers['Content-Type'];
    delete headers['Content-Encoding'];
    this.#end(NOT_MODIFIED, headers, '');
  }

  #end(status: number, headers: Headers, body: string | Buffer | Pieces, code?: string): void {
    if (typeof body !== 'string' && !Buffer.isBuffer(body)) {
      this.#endPieces(headers, body);
      return;
    }
    const length = Buffer.byteLength(body);
    if (!this.#begin(status, headers, length)) return;
    if (this.request.method !== 'HEAD') this.#expect(length);
    this.#response.end(body);
    this.#finish(status, code);
  }

  #endPieces(headers: Headers, pieces: Pieces): void {
    const length = lengthOf(pieces);
    if (length <= BLOCK) this.#end(SUCCESS, headers, Buffer.concat(pieces));
    else this.#stream(headers, this.#counted([...pieces]), length);
  }

  /**
   * Sends the body while it is produced. A failure closes the connection, so that the caller does not take a part for
   * the complete body.
   */
  #stream(headers: Headers, body: AsyncIterable<Buffer> | Iterable<Buffer>, length?: number): void {
    if (!this.#begin(SUCCESS, headers, length)) return;
    const source = this.request.method === 'HEAD' ? [] : body;
    this.#response.setMaxListeners(MAX_LISTENERS);
    pipeline(Readable.from(source, { highWaterMark: 1 }), this.#response).then(
      () => this.#finish(SUCCESS),
      (error) => this.#brokenOff(error),
    );
  }

  /** The caller sees a closed connection. The log and the metrics show the status of the error. */
  #brokenOff(error: unknown): void {
    if (LEFT.has((error as NodeJS.ErrnoException).code)) {
      this.#finish(SUCCESS, 'connection_lost');
      return;
    }
    this.#log(error);
    const { status, body } = problem(error, this.requestId);
    this.#finish(status, body.code);
  }

  #log(error: unknown): void {
    if (error instanceof AppError && error.code !== 'internal_error') return;
    this.#gateway.logger.error({ requestId: this.requestId, err: cause(error) }, 'Request failed');
  }

  async *#expected(body: AsyncIterable<Buffer[]>): AsyncGenerator<Buffer> {
    for await (const pieces of body) yield* this.#counted(pieces);
  }

  /**
   * Takes blocks from `pieces` until it is empty. Bytes count as unsent until they are sent, even if they are not
   * written yet.
   */
  *#counted(pieces: Buffer[]): Generator<Buffer> {
    let left = lengthOf(pieces);
    this.#expect(left, () => left + this.#response.writableLength);
    pieces.reverse();
    while (pieces.length > 0) {
      const block = takeBlock(pieces);
      left -= block.length;
      yield block;
    }
  }

  /** Counts `bytes` that will wait until the caller reads them. */
  #expect(bytes: number, unsent?: () => number): void {
    const holder = this.principal?.orgId || networkOf(this.address);
    this.#gateway.unsent.expect(this.#response, holder, bytes, unsent);
  }

  #begin(status: number, headers: Headers, length?: number): boolean {
    if (this.#response.headersSent) return false;
    clearTimeout(this.#timer);
    const cors = this.#gateway.cors(this.request.headers.origin);
    const all: Record<string, string | number> = {
      ...commonHeaders(this.requestId, this.rate ?? this.#gateway.peek(this.address)),
      ...cors,
      ...headers,
    };
    if (cors?.Vary && headers.Vary) all.Vary = `${cors.Vary}, ${headers.Vary}`;
    if (this.ignored) all['X-Ignored-Parameters'] = this.ignored;
    // A 304 has no Content-Length: it would be the length of a body that is not sent (RFC 9110, 8.6).
    if (length !== undefined && status !== NOT_MODIFIED) all['Content-Length'] = length;
    if (this.#gateway.draining) all.Connection = 'close';
    const isLast = all.Connection === 'close' || !this.#response.shouldKeepAlive;
    if (isLast && !this.request.complete) this.#receiveRest();
    this.#response.writeHead(status, all);
    return true;
  }

  /**
   * Reads and drops the rest of the request's body before the connection ends. A TCP reset would destroy the answer.
   */
  #receiveRest(): void {
    const { request } = this;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls `destroySoon` when the answer is written. Node reads incoming bytes until then and after.
    socket.destroySoon = () => {
      if (request.closed) return destroySoon();
      const timer = setTimeout(destroySoon, LINGER).unref();
      request.once('close', () => {
        clearTimeout(timer);
        destroySoon();
      });
    };
  }

  #finish(status: number, code?: string): void {
    this.#observe(status, performance.now() - this.#started, {
      requestId: this.requestId,
      path: this.request.url?.split('?', 1)[0],
      address: this.address,
      ...(this.principal && { caller: this.principal.id, org: this.principal.orgId }),
      ...(code && { code }),
    });
  }
}

/**
 * Removes the next block from the end of `pieces`, which are in reverse order. Removed pieces can be freed while a slow
 * caller reads.
 */
function takeBlock(pieces: Buffer[]): Buffer {
  const block: Buffer[] = [];
  let length = 0;
  for (let piece = pieces.pop(); piece; piece = length < BLOCK ? pieces.pop() : undefined) {
    block.push(piece);
    length += piece.length;
  }
  return Buffer.concat(block, length);
}

const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD';

const cause = (error: unknown) => (error instanceof Error && error.cause) || error;

/** A write whose handler has begun may still take effect. After this error no handler begins any more. */
function timedOut(request: IncomingMessage, isHandled: boolean): AppError {
  return isRead(request) || !isHandled
    ? new AppError('deadline_exceeded', 'The request was not answered in time')
    : new AppError('outcome_unknown', 'The request was not finished in time');
}
