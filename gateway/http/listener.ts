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

/** Maximum bytes of the URL, and of URL and headers together (decisions 1: Sizes). */
const MAX_HEAD = 16_384;

const OPTIONS: ServerOptions = {
  // Higher than MAX_HEAD, so that `bounded` refuses first, with a complete answer.
  maxHeaderSize: 4 * MAX_HEAD,
  // A request with two Authorization headers must be noticed. Without this, Node would show only the first.
  joinDuplicateHeaders: true,
  // The Host header is never used.
  requireHostHeader: false,
  headersTimeout: TIMEOUT,
  // Later than our own timeout, which answers first.
  requestTimeout: TIMEOUT + 5_000,
  connectionsCheckingInterval: 1_000,
  // Idle time between requests. Load balancers keep a connection for 60 s. They must close it first, or they may send a
  // request on a closing connection. When connections are scarce, idle ones are closed earlier.
  keepAliveTimeout: 75_000,
};
/**
 * Milliseconds without a byte in either direction until a connection is closed, for example if the caller does not read
 * its answer.
 */
const SILENCE = 60_000;
/** Maximum number of requests that wait on a connection. Then the connection is not read. */
const MAX_WAITING = 16;

/** Refusals for error codes of Node's parser. Any other code is a malformed request. */
const REFUSALS: Record<string, TransportRefusal> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** Certificate and key of the listener (PEM), and the maximum milliseconds of a TLS handshake. */
interface Encryption {
  cert: string | Buffer;
  key: string | Buffer;
  handshakeTimeout: number;
}

/**
 * Creates an HTTPS server, or an HTTP server without `encryption`. Limits connections and headers before `app` sees a
 * request.
 */
export function createListener(gateway: Gateway, app: RequestListener, encryption?: Encryption): Server {
  const { handle, endAfterAnswer } = pipelined(bounded(gateway, app));
  const server = encryption
    ? createTlsServer({ ...OPTIONS, ...encryption, minVersion: 'TLSv1.2' }, handle)
    : createPlainServer(OPTIONS, handle);
  admitConnections(server, gateway);
  server.setTimeout(SILENCE);
  server.on('checkExpectation', handle);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Each further chunk of the refused bytes causes this event again.
    if (socket.writableEnded) return;
    if (endAfterAnswer(socket)) return;
    if (error.code === 'ECONNRESET' || isOfTls(error) || !socket.writable) socket.destroy();
    else refuseBytes(gateway, socket, REFUSALS[error.code ?? '']);
  });
  // CONNECT is for proxies. After this event Node no longer handles the socket's errors.
  server.on('connect', (_, socket) =>
    refuseBytes(
      gateway,
      socket.on('error', () => socket.destroy()),
    ),
  );
  return server;
}

/** True for an error of TLS: no client can read an answer yet. */
const isOfTls = ({ code = '' }: NodeJS.ErrnoException) => /^ERR_(TLS|SSL)_/.test(code);

/** Checks the number of connections before a connection costs a read or a TLS handshake. */
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

/** Answers bytes that never became a request. They have no response object, so the answer is written to the socket. */
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
  // The rest of the request is read and dropped: a TCP reset would destroy the answer.
  socket.resume();
  socket.end(`HTTP/1.1 ${status} Refused\r\n${head.join('\r\n')}\r\n\r\n${text}`);
  setTimeout(() => socket.destroy(), LINGER).unref();
}

/** Handles the requests of each connection in order. A client may send several without waiting (HTTP pipelining). */
interface Pipelining {
  handle: RequestListener;
  /**
   * For a connection whose incoming bytes can no longer be parsed. Ends the connection after the answer to the current
   * request, and drops waiting requests. Returns false if there is no current request, or it is not complete.
   */
  endAfterAnswer(socket: Duplex): boolean;
}

/** The requests of one connection. */
interface Line {
  answering: ServerResponse;
  waiting: (() => void)[];
  /** True: the connection ends with the current answer. */
  isLast?: true;
}

/**
 * Starts the requests of a connection one after another, each when the previous answer is closed. So requests that are
 * sent ahead take no more resources, and no answers queue inside Node. Node stops reading a TLS connection when many
 * answers queue (HPE_PAUSED), and then parses the middle of a body as a request.
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
