import type { RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Requests that may wait on a connection; behind them it is not read. */
const MAX_WAITING = 16;

interface Line {
  answering: ServerResponse;
  waiting: (() => void)[];
  /** The connection ends with the answer. */
  isLast?: true;
}

/** The requests of a connection, which may all be sent at once. */
export interface Pipelining {
  handle: RequestListener;
  /**
   * What comes in cannot be read any more. Ends the connection with the answer to the request that has come whole, and
   * begins no other; false: there is none.
   */
  endAfterAnswer(socket: Duplex): boolean;
}

/**
 * Hands on one request of a connection after another: the next one when there is an answer to the last. So a connection
 * costs no more for what is sent ahead, and no answers queue inside Node: over TLS it loses its place in what comes in
 * when it stops because of them (HPE_PAUSED), and takes the middle of a body for a request.
 */
export function pipelined(app: RequestListener): Pipelining {
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
