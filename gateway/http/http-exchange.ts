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

/** Milliseconds that a caller gets to send the rest of what is refused, and to read why. */
export const LINGER = 5_000;

/** Bytes that are written at once. */
const BLOCK = 64 * 1024;
/** Listeners on a streamed answer: Node's pipeline adds half a dozen. */
const MAX_LISTENERS = 20;
/** Error codes of a stream whose caller has left, or that was ended to make room. */
const LEFT: ReadonlySet<unknown> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
]);

/** A request's id that its caller may choose. */
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
  readonly #response: ServerResponse;
  readonly #gateway: Gateway;
  readonly #observe: Observe;
  readonly #started = performance.now();
  readonly #timer: NodeJS.Timeout;
  /** It has been handed to its route's handler. */
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

  /** The value of a header that is a single one. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** Calls `listener` when the answer has been sent, or nobody is there any more to take it. */
  whenOver(listener: () => void): void {
    if (this.#response.closed) listener();
    else this.#response.once('close', listener);
  }

  /** Aborted at that moment. Made when first asked for: most requests wait for nothing. */
  get over(): AbortSignal {
    if (!this.#over) {
      const over = new AbortController();
      this.whenOver(() => over.abort());
      this.#over = over;
    }
    return this.#over.signal;
  }

  /**
   * Before its handler begins. Errors: deadline_exceeded where it has been answered already, since that has said that nothing
   * was done.
   */
  handOver(): void {
    if (this.#response.headersSent) throw new AppError('deadline_exceeded', 'The request was not answered in time');
    this.#isHandled = true;
  }

  /** Its handler has done nothing, and it waits to be handed over again. */
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

  /** Sends a browser on, which is no success of an operation. */
  redirect(location: string, headers: Headers): void {
    this.#end(FOUND, { ...headers, Location: location }, '');
  }

  fail(error: unknown, extra: Headers = {}): void {
    const { status, headers, body } = problem(withAdvice(error, this.request), this.requestId);
    this.#log(error);
    this.#end(status, { ...headers, ...extra, 'Content-Type': 'application/json' }, JSON.stringify(body), body.code);
  }

  /** For what is wrong with the request before it is one of any route's. */
  refuse(refusal: TransportRefusal): void {
    const { status, body } = transportProblem(refusal, this.requestId);
    this.#end(status, { 'Content-Type': 'application/json', Connection: 'close' }, JSON.stringify(body), refusal);
  }

  /** Nothing has been done for a request that has not arrived. */
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

  /** Sends as it comes. A failure on the way breaks the connection off, so that nobody takes the part for the whole. */
  #stream(headers: Headers, body: AsyncIterable<Buffer> | Iterable<Buffer>, length?: number): void {
    if (!this.#begin(SUCCESS, headers, length)) return;
    const source = this.request.method === 'HEAD' ? [] : body;
    this.#response.setMaxListeners(MAX_LISTENERS);
    pipeline(Readable.from(source, { highWaterMark: 1 }), this.#response).then(
      () => this.#finish(SUCCESS),
      (error) => this.#brokenOff(error),
    );
  }

  /** Its caller sees the connection end. Observed as the refusal that it would have been. */
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

  /** Empties `pieces`. What is not sent yet counts as unsent, though it is written block by block. */
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

  /** Notes that `bytes` are about to wait for their caller. */
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
    // The length of a 304 would be the length of a body that is not sent (RFC 9110, 8.6).
    if (length !== undefined && status !== NOT_MODIFIED) all['Content-Length'] = length;
    if (this.#gateway.draining) all.Connection = 'close';
    const isLast = all.Connection === 'close' || !this.#response.shouldKeepAlive;
    if (isLast && !this.request.complete) this.#receiveRest();
    this.#response.writeHead(status, all);
    return true;
  }

  /** Drops the rest of the request's body before the connection ends: a reset would destroy the answer. */
  #receiveRest(): void {
    const { request } = this;
    const { socket } = request;
    const destroySoon = socket.destroySoon.bind(socket);
    // Node calls it when the answer is written, and reads what still comes in until then and after.
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

/** The next comes last. What is taken is kept by nobody else: an answer may be sent slowly. */
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

/** A write that has been handed to its handler may still take place; no other is handed to it any more. */
function timedOut(request: IncomingMessage, isHandled: boolean): AppError {
  return isRead(request) || !isHandled
    ? new AppError('deadline_exceeded', 'The request was not answered in time')
    : new AppError('outcome_unknown', 'The request was not finished in time');
}
