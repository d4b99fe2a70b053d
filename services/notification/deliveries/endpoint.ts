import { performance } from 'node:perf_hooks';
import { type Dispatcher, Pool } from 'undici';
import { type AddressPolicy, literalAddress } from '../network/domain/address-policy.ts';
import { checkedLookup, RefusedAddress, type ResolveName } from '../network/resolve.ts';
import type { PostResult } from './domain/delivery.ts';
import { parseRetryAfter } from './domain/schedule.ts';

/** Bytes (decisions 5: Delivery). */
export const MAX_RESPONSE_BODY = 16 * 1024;

export interface EndpointOptions {
  connections: number;
  mayReach: AddressPolicy;
  resolve?: ResolveName;
}

/** The URL that events of a webhook are posted to. It has connections of its own, and checks the rules of each POST. */
export class Endpoint {
  readonly url: string;
  readonly #target: URL;
  readonly #refused: string | undefined;
  readonly #pool: Pool;

  constructor(url: string, { connections, mayReach, resolve }: EndpointOptions) {
    this.url = url;
    this.#target = new URL(url);
    const address = literalAddress(this.#target);
    // A connection to an IP address makes no DNS lookup, so the address is checked here.
    this.#refused = address === undefined || mayReach(address) ? undefined : address;
    this.#pool = new Pool(this.#target.origin, {
      connections,
      allowH2: false,
      // A single timer limits the whole attempt.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: { lookup: checkedLookup(mayReach, resolve), autoSelectFamily: true },
    });
  }

  /** Makes an attempt. Always resolves, within `timeoutMs`. Redirects are not followed. */
  async post(body: string, headers: Record<string, string>, deliveredAt: Date, timeoutMs: number): Promise<PostResult> {
    const started = performance.now();
    const answer = await this.#exchange(body, headers, timeoutMs).catch(noAnswer);
    const retryAfterMs = parseRetryAfter(answer.retryAfter, new Date());
    return {
      deliveredAt,
      durationMs: Math.round(performance.now() - started),
      statusCode: answer.statusCode,
      responseBody: answer.body,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    };
  }

  /** Waits for running attempts. `destroy` ends them. */
  close(): Promise<void> {
    return this.#pool.close();
  }

  destroy(): Promise<void> {
    return this.#pool.destroy();
  }

  #exchange(body: string, headers: Record<string, string>, timeoutMs: number): Promise<Answer> {
    if (this.#refused !== undefined) return Promise.reject(new RefusedAddress(this.#refused));
    const path = this.#target.pathname + this.#target.search;
    return new Promise((resolve, reject) => {
      this.#pool.dispatch({ method: 'POST', path, headers, body }, new AnswerReader(timeoutMs, resolve, reject));
    });
  }
}

interface Answer {
  statusCode: number;
  body: string;
  retryAfter?: string | undefined;
}

function noAnswer(error: Error): Answer {
  const causes = error instanceof AggregateError ? error.errors.map(({ message }) => message).join('; ') : '';
  return { statusCode: 0, body: (error.message || causes || error.name).slice(0, MAX_RESPONSE_BODY) };
}

/** Reads the status and the beginning of the body. Closes the connection if the response is too slow or too large. */
class AnswerReader implements Dispatcher.DispatchHandler {
  readonly #resolve: (answer: Answer) => void;
  readonly #reject: (error: Error) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #chunks: Buffer[] = [];
  #controller: Dispatcher.DispatchController | undefined;
  #statusCode = 0;
  #retryAfter: string | undefined;
  #size = 0;
  #settled = false;

  constructor(timeoutMs: number, resolve: (answer: Answer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
    this.#timer = setTimeout(
      () => this.#end(new Error(`No answer within ${Math.round(timeoutMs / 100) / 10} s`)),
      timeoutMs,
    );
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#settled) controller.abort(new Error('Too late'));
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: Record<string, unknown>): void {
    // A 1xx response: the final response follows.
    if (statusCode < 200) return;
    this.#statusCode = statusCode;
    const retryAfter = headers['retry-after'];
    if (typeof retryAfter === 'string') this.#retryAfter = retryAfter;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > MAX_RESPONSE_BODY) this.#end(new Error('Enough read'));
  }

  onResponseEnd(): void {
    this.#settle(() => this.#answer());
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#settle(() => this.#outcome(error));
  }

  #end(reason: Error): void {
    this.#settle(() => this.#outcome(reason));
    this.#controller?.abort(reason);
  }

  #settle(finish: () => void): void {
    if (this.#settled) return;
    this.#settled = true;
    clearTimeout(this.#timer);
    finish();
  }

  /** If a status has arrived, it is the result, even if the body could not be read. */
  #outcome(error: Error): void {
    if (this.#statusCode > 0) this.#answer();
    else this.#reject(error);
  }

  #answer(): void {
    const body = Buffer.concat(this.#chunks).subarray(0, MAX_RESPONSE_BODY).toString('utf8');
    this.#resolve({ statusCode: this.#statusCode, body, retryAfter: this.#retryAfter });
  }
}
