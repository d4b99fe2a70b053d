import type { RequestListener, Server, ServerOptions, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createServer as createPlainServer } from '#chassis/runtime/http.ts';
import { plainAddress } from './connections.ts';
import type { Gateway } from './gateway.ts';
import { commonHeaders } from './headers.ts';
import { HttpExchange, LINGER, TIMEOUT } from './http-exchange.ts';
import { observer } from './metrics.ts';
import { type TransportRefusal, transportProblem } from './problem.ts';

/** Bytes of the URL, and of URL and headers together (decisions 1: Sizes). */
const MAX_HEAD = 16_384;

const OPTIONS: ServerOptions = {
  // The parser's own limit is a last resort, so that the refusal below can be a proper answer.
  maxHeaderSize: 4 * MAX_HEAD,
  // Two credentials must look like two, not like the first.
  joinDuplicateHeaders: true,
  // The Host header is never used.
  requireHostHeader: false,
  headersTimeout: TIMEOUT,
  // Our own time-out answers first.
  requestTimeout: TIMEOUT + 5_000,
  connectionsCheckingInterval: 1_000,
  // Between requests. Load balancers keep a connection for 60 s: they must be the first to end it, or a request of theirs
  // meets the end. Where connections get scarce, idle ones make room.
  keepAliveTimeout: 75_000,
};
/** Milliseconds without a byte in either direction: who does not read an answer holds its connection no longer. */
const SILENCE = 60_000;
/** Requests that may wait on a connection; behind them it is not read. */
const MAX_WAITING = 16;

/** Faults that the parser names. All other faults are bytes that are no request. */
const REFUSALS: Record<string, TransportRefusal> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The certificate and key of the listener, as PEM texts, and the milliseconds that a handshake may take. */
interface Encryption {
  cert: string | Buffer;
  key: string | Buffer;
  handshakeTimeout: number;
}

/** An HTTPS server, or a plain one without encryption, that bounds what comes in before `app` sees it. */
export function createListener(gateway: Gateway, app: RequestListener, encryption?: Encryption): Server {
  const { handle, endAfterAnswer } = pipelined(bounded(gateway, app));
  const server = encryption
    ? createTlsServer({ ...OPTIONS, ...encryption, minVersion: 'TLSv1.2' }, handle)
    : createPlainServer(OPTIONS, handle);
  admitConnections(server, gateway);
  server.setTimeout(SILENCE);
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Each further chunk of the same refused bytes is an error again.
    if (socket.writableEnded) return;
    if (endAfterAnswer(socket)) return;
    if (error.code === 'ECONNRESET' || isOfTls(error) || !socket.writable) socket.destroy();
    else refuseBytes(gateway, socket, REFUSALS[error.code ?? '']);
  });
  // CONNECT is for proxies. From here on nobody else listens for the socket's errors.
  server.on('connect', (_, socket) =>
    refuseBytes(
      gateway,
      socket.on('error', () => socket.destroy()),
    ),
  );
  return server;
}

/** Whether there is nobody yet who could read an answer. */
const isOfTls = ({ code = '' }: NodeJS.ErrnoException) => /^ERR_(TLS|SSL)_/.test(code);

/** Before anything is read or encrypted for a connection, which is what costs. */
function admitConnections(server: Server, { connections }: Gateway): void {
  const accept = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    if (!connections.admit(socket)) socket.destroy();
    else for (const listener of accept) listener.call(server, socket);
  });
}

function bounded(gateway: Gateway, app: RequestListener): RequestListener {
  const observe = observer(gateway.logger, 'any', 'none');
  return (request, response) => {
    const { socket } = request;
    gateway.connections.heard(socket);
    response.once('close', () => gateway.connections.answered(socket));
    const url = request.url ?? '';
    let size = url.length;
    for (const text of request.rawHeaders) size += text.length;
    if (size <= MAX_HEAD) app(request, response);
    else {
      const refusal = url.length > MAX_HEAD ? 'uri_too_long' : 'headers_too_large';
      new HttpExchange(gateway, request, response, observe).refuse(refusal);
    }
  };
}

/** Bytes that never became a request have no response object to answer with. */
function refuseBytes(gateway: Gateway, socket: Duplex, refusal: TransportRefusal = 'malformed_request'): void {
  const requestId = crypto.randomUUID();
  const { status, body } = transportProblem(refusal, requestId);
  const text = JSON.stringify(body);
  const headers = {
    ...commonHeaders(requestId, gateway.peek(plainAddress((socket as Socket).remoteAddress))),
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    Connection: 'close',
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // The rest of the request is read and dropped: a reset would destroy the answer.
  socket.resume();
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** The requests of a connection, which may all be sent at once. */
interface Pipelining {
  handle: RequestListener;
  /**
   * The incoming bytes can no longer be read. Ends the connection after the answer to the request that is complete, and
   * starts no other; false if there is no such request.
   */
  endAfterAnswer(socket: Duplex): boolean;
}

interface Line {
  answering: ServerResponse;
  waiting: (() => void)[];
  /** The connection ends with the answer. */
  isLast?: true;
}

/**
 * Hands on one request of a connection after another: the next one when there is an answer to the last. So a connection
 * costs no more for what is sent ahead, and no answers queue inside Node: over TLS it loses its place in what comes in
 * when it stops because of them (HPE_PAUSED), and takes the middle of a body for a request.
 */
function pipelined(app: RequestListener): Pipelining {
  const lines = new WeakMap<Duplex, Line>();

  const begin: RequestListener = (request, response) => {
    const { socket } = request;
    const line = lines.get(socket) ?? { answering: response, waiting: [] };
    lines.set(socket, Object.assign(line, { answering: response }));
    response.once('close', () => next(socket, line));
    app(request, response);
  };

  function next(socket: Duplex, { waiting }: Line): void {
    const [first] = waiting.splice(0, 1);
    if (first && !socket.destroyed) {
      if (socket.isPaused() && waiting.length < MAX_WAITING) socket.resume();
      first();
    } else lines.delete(socket);
  }

  return {
    handle(request, response) {
      const { socket } = request;
      const line = lines.get(socket);
      if (!line) return begin(request, response);
      line.waiting.push(() => begin(request, response));
      if (line.waiting.length >= MAX_WAITING) socket.pause();
    },
    endAfterAnswer(socket) {
      const line = lines.get(socket);
      if (!line) return false;
      if (line.isLast) return true;
      if (!line.answering.headersSent && !line.answering.req.complete) return false;
      line.isLast = true;
      line.waiting.length = 0;
      if (!line.answering.headersSent) line.answering.setHeader('Connection', 'close');
      line.answering.once('close', () => socket.end());
      return true;
    },
  };
}
