import { setTimeout as delay } from 'node:timers/promises';
import { type JetStreamClient, type JetStreamManager, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import type { Logger } from '../runtime/logger.ts';
import { clientOptions, type NatsServer } from './nats-server.ts';
import { EVENTS } from './streams.ts';

export interface PublishOptions {
  id: string;
  headers?: Record<string, string>;
}

/** The state of a stream. Times in epoch milliseconds. */
export interface StreamState {
  created: number;
  messages: number;
  firstSequence: number;
  lastSequence: number;
  firstTime: number;
  lastTime: number;
}

export interface BusOptions extends NatsServer {
  /** Name of the connection on the server. */
  name: string;
  logger: Logger;
}

/** An open connection, with its clients. */
export interface Link {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
  /** Prefix of the subjects of JetStream's API. */
  api: string;
}

const RETRY_EVERY = 1000;
/** Milliseconds. If the connection is lost before the server's first answer, only this timeout shows it. */
const CONNECT_TIMEOUT = 5000;
/** Milliseconds. A server that disappears without closing the connection is given up after three of these. */
const PING_EVERY = 5000;
const PUBLISH_TIMEOUT = 5000;

/** A connection to NATS, through which consumers pull. Only the process `topology` creates streams and consumers. */
export class BusSession {
  readonly #options: BusOptions;
  readonly #closing = new AbortController();
  readonly #onLink: ((link: Link) => void)[] = [];
  #link: Link | undefined;
  #connected = false;

  constructor(options: BusOptions) {
    this.#options = options;
  }

  open(): void {
    void this.#connect();
  }

  connected(): true | string {
    if (!this.#link || this.#link.connection.isClosed()) return 'NATS is not connected';
    return this.#connected || 'NATS is reconnecting';
  }

  /** Throws while there is no connection. */
  link(): Link {
    if (!this.#link || !this.#connected) throw new Error('NATS is not connected');
    return this.#link;
  }

  /**
   * Calls `listener` with the current connection, if there is one, and with each new one. A reconnection is not a new
   * connection.
   */
  onLink(listener: (link: Link) => void): void {
    this.#onLink.push(listener);
    if (this.#link && !this.#link.connection.isClosed()) listener(this.#link);
  }

  async publish(
    subject: string,
    payload: string | Uint8Array,
    { id, headers: entries = {} }: PublishOptions,
  ): Promise<void> {
    const { client } = this.link();
    const message = headers();
    for (const [name, value] of Object.entries(entries)) message.set(name, value);
    await client.publish(subject, payload, { msgID: id, headers: message, timeout: PUBLISH_TIMEOUT, retries: 1 });
  }

  async streamState(): Promise<StreamState> {
    const { state, created } = await this.link().manager.streams.info(EVENTS);
    return {
      created: Date.parse(created),
      messages: state.messages,
      firstSequence: state.first_seq,
      lastSequence: state.last_seq,
      firstTime: Date.parse(state.first_ts),
      lastTime: Date.parse(state.last_ts),
    };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    if (!this.#link) return;
    // Draining waits for the server, which may be down.
    if (this.#connected) await this.#link.connection.drain().catch(() => undefined);
    else await this.#link.connection.close();
  }

  async #connect(): Promise<void> {
    const { name, logger } = this.#options;
    while (!this.#closing.signal.aborted) {
      try {
        const connection = await connect({
          ...clientOptions(this.#options),
          name,
          maxReconnectAttempts: -1,
          timeout: CONNECT_TIMEOUT,
          reconnectTimeWait: RETRY_EVERY,
          reconnectJitter: 200,
          pingInterval: PING_EVERY,
          maxPingOut: 2,
          // Otherwise the client makes a stack trace for each message that might fail. Our logs do not use it.
          noAsyncTraces: true,
        });
        return await this.#use(connection);
      } catch (error) {
        logger.warn({ err: error }, 'NATS cannot be reached');
        await delay(RETRY_EVERY, undefined, { signal: this.#closing.signal }).catch(() => undefined);
      }
    }
  }

  async #use(connection: NatsConnection): Promise<void> {
    if (this.#closing.signal.aborted) return connection.close();
    const { domain } = this.#options;
    const apiPrefix = domain === undefined ? '$JS.API' : `$JS.${domain}.API`;
    const manager = await jetstreamManager(connection, { apiPrefix, checkAPI: false });
    this.#link = { connection, manager, client: jetstream(connection, { apiPrefix }), api: apiPrefix };
    this.#connected = true;
    for (const listener of this.#onLink) listener(this.#link);
    void this.#watch(connection);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    const { logger } = this.#options;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#connected = false;
      if (type === 'reconnect') this.#connected = true;
      if (type === 'disconnect' || type === 'reconnect') logger.warn({ event: type }, 'NATS connection changed');
    }
    // The client stops reconnecting when its credentials are refused. They may be valid again later.
    this.#connected = false;
    if (!this.#closing.signal.aborted) void this.#connect();
  }
}
