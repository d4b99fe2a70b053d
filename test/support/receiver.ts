import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '#chassis/runtime/http.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Epoch milliseconds at which the whole request was received. */
  at: number;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Sends an interim response 102 before the answer. */
  early?: boolean;
  /** The answer waits for this promise. */
  after?: Promise<unknown>;
}

/**
 * A webhook receiver. It stores all requests, and answers with the answers of `script` in order, then with `fallback`
 * (200 by default).
 */
export class Receiver {
  readonly requests: Received[] = [];
  fallback: Answer = {};
  readonly #script: Answer[] = [];
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response));
    this.#server.keepAliveTimeout = 30_000;
  }

  /** URL of the receiver: `http://127.0.0.1:<port>`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  /** Sets the answers of the next requests, in order. A number is a status. */
  script(...answers: (Answer | number)[]): void {
    this.#script.push(...answers.map((answer) => (typeof answer === 'number' ? { status: answer } : answer)));
  }

  /** Waits until `condition` is true for the received requests, and returns all requests. Throws after `timeout` ms. */
  async until(condition: (requests: Received[]) => boolean, timeout = 10_000): Promise<Received[]> {
    const late = AbortSignal.timeout(timeout);
    while (!condition(this.requests)) {
      if (late.aborted) throw new Error(`It did not come about with ${this.requests.length} requests`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        late.addEventListener('abort', () => resolve());
      });
    }
    return this.requests;
  }

  /** Waits until `count` requests were received. */
  untilReceived(count: number, timeout?: number): Promise<Received[]> {
    return this.until((requests) => requests.length >= count, timeout);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    this.requests.push({ path: request.url ?? '', headers: request.headers, body, at: Date.now() });
    const { status = 200, headers = {}, body: text = '', after, early } = this.#script.shift() ?? this.fallback;
    for (const resolve of this.#waiting.splice(0)) resolve();
    if (early) response.writeProcessing();
    await after;
    response.writeHead(status, headers).end(text);
  }
}

export const startReceiver = (port?: number): Promise<Receiver> => new Receiver().listen(port);
