import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '#chassis/runtime/http.ts';

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** Epoch ms when the whole request was there. */
  at: number;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** A 102 is sent before. */
  early?: boolean;
  /** The answer is held back until then. */
  after?: Promise<unknown>;
}

/** A webhook receiver: keeps what it gets and answers by a script, then always by `fallback` (200 by default). */
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

  /** `http://127.0.0.1:<port>`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async listen(port = 0): Promise<this> {
    this.#server.listen(port, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  /** The next requests get these answers, in this order; a number is a status. */
  script(...answers: (Answer | number)[]): void {
    this.#script.push(...answers.map((answer) => (typeof answer === 'number' ? { status: answer } : answer)));
  }

  /** Waits for a request that brings `condition` about, and returns all requests. */
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

  /** Waits for `count` requests. */
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
