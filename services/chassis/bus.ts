import { setTimeout as delay } from 'node:timers/promises';
import {
  DiscardPolicy,
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream';
import { headers, type NatsConnection, nanos } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import { type ConsumeOptions, type Consumer, createConsumer } from './consumer.ts';
import type { Logger } from './logger.ts';
import { KEPT_DAYS } from './outbox.ts';

export type { EventMessage } from './consumer.ts';

/** The way between services: one stream of events, kept for 7 days (decisions 5: Guarantee). */
export interface Bus {
  readonly name: string;
  /** Resolves when the stream has stored it. A second message with the same id within two minutes is dropped. */
  publish(subject: string, payload: string, options: PublishOptions): Promise<void>;
  /** A durable consumer, as a part of the process. */
  consume(options: ConsumeOptions): Consumer;
  streamState(): Promise<StreamState>;
  stop(): Promise<void>;
  close(): Promise<void>;
  ready(): true | string;
}

export interface PublishOptions {
  id: string;
  headers?: Record<string, string>;
}

/** Times in epoch milliseconds. */
export interface StreamState {
  created: number;
  messages: number;
  firstSequence: number;
  lastSequence: number;
  firstTime: number;
  lastTime: number;
}

export interface BusOptions {
  url: string;
  user?: string | undefined;
  password?: string | undefined;
  /** How the connection is called on the server. */
  name: string;
  logger: Logger;
  /** Of the streams; three in a cluster. */
  replicas?: number;
}

/** What a connection offers once it is there. */
export interface Link {
  connection: NatsConnection;
  client: JetStreamClient;
  manager: JetStreamManager;
}

export const EVENTS = 'EVENTS';
const DAY = 24 * 3600_000;
const RETRY_EVERY = 1000;
const PUBLISH_TIMEOUT = 5000;

/** Connects without waiting: a server that is down, or goes down, is tried for ever. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const session = new BusSession(options);
  session.open();
  return {
    name: 'nats',
    publish: (subject, payload, publishOptions) => session.publish(subject, payload, publishOptions),
    consume: (consumeOptions) => createConsumer(session, consumeOptions, options.logger),
    streamState: () => session.streamState(),
    stop: () => session.close(),
    close: () => session.close(),
    ready: () => session.ready(),
  };
}

/** One connection with its streams; consumers pull through it. */
export class BusSession {
  readonly #options: BusOptions;
  readonly #closing = new AbortController();
  #link: Link | undefined;
  #streams: Promise<void> | undefined;

  constructor(options: BusOptions) {
    this.#options = options;
  }

  open(): void {
    void this.#connect();
  }

  ready(): true | string {
    if (!this.#link || this.#link.connection.isClosed()) return 'NATS is not connected';
    return this.#connected || 'NATS is reconnecting';
  }

  /** Throws while there is no connection. */
  link(): Link {
    if (!this.#link || !this.#connected) throw new Error('NATS is not connected');
    return this.#link;
  }

  async publish(subject: string, payload: string, { id, headers: entries = {} }: PublishOptions): Promise<void> {
    const { client } = this.link();
    await this.ensureStreams();
    const message = headers();
    for (const [name, value] of Object.entries(entries)) message.set(name, value);
    try {
      await client.publish(subject, payload, { msgID: id, headers: message, timeout: PUBLISH_TIMEOUT, retries: 1 });
    } catch (error) {
      // It may be the stream that is gone: look again before the next message.
      this.#streams = undefined;
      throw error;
    }
  }

  async streamState(): Promise<StreamState> {
    const { manager } = this.link();
    this.#streams = undefined;
    await this.ensureStreams();
    const { state, created } = await manager.streams.info(EVENTS);
    return {
      created: Date.parse(created),
      messages: state.messages,
      firstSequence: state.first_seq,
      lastSequence: state.last_seq,
      firstTime: Date.parse(state.first_ts),
      lastTime: Date.parse(state.last_ts),
    };
  }

  /** Declares the streams once per connection, and again when one was found missing. */
  ensureStreams(): Promise<void> {
    this.#streams ??= this.#declareStreams().catch((error) => {
      this.#streams = undefined;
      throw error;
    });
    return this.#streams;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#link?.connection.drain().catch(() => undefined);
  }

  #connected = false;

  async #connect(): Promise<void> {
    const { url, user, password, name, logger } = this.#options;
    // Its own inbox: a user may not see the replies to another (deploy/nats/nats.conf).
    const credentials = user ? { user, pass: password ?? '', inboxPrefix: `_INBOX.${user}` } : {};
    while (!this.#closing.signal.aborted) {
      try {
        const connection = await connect({
          servers: url.split(','),
          name,
          ...credentials,
          maxReconnectAttempts: -1,
          reconnectTimeWait: RETRY_EVERY,
          reconnectJitter: 200,
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
    const manager = await jetstreamManager(connection, { checkAPI: false });
    this.#link = { connection, manager, client: jetstream(connection) };
    this.#connected = true;
    void this.#watch(connection);
  }

  async #watch(connection: NatsConnection): Promise<void> {
    const { logger } = this.#options;
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') this.#connected = false;
      if (type === 'reconnect') this.#connected = true;
      if (type === 'reconnect') this.#streams = undefined;
      if (type === 'disconnect' || type === 'reconnect') logger.warn({ event: type }, 'NATS connection changed');
    }
  }

  async #declareStreams(): Promise<void> {
    const { replicas = 1 } = this.#options;
    await this.#declare({ ...eventStream, num_replicas: replicas });
    await this.#declare({ ...deadStream, num_replicas: replicas });
  }

  async #declare(config: Partial<StreamConfig> & { name: string }): Promise<void> {
    const { manager } = this.link();
    const known = await manager.streams.info(config.name).catch(() => undefined);
    if (known) return;
    // Several processes may get here at once: adding a stream that is there with the same settings is no error.
    await manager.streams.add(config);
    this.#options.logger.info({ stream: config.name }, 'Stream declared');
  }
}

const eventStream = {
  name: EVENTS,
  subjects: ['events.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(KEPT_DAYS * DAY),
  // A full stream refuses what is new instead of forgetting what is old: the outbox keeps it.
  discard: DiscardPolicy.New,
  duplicate_window: nanos(2 * 60_000),
};

const deadStream = {
  name: 'DEAD',
  subjects: ['dead.>'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  max_age: nanos(30 * DAY),
  discard: DiscardPolicy.Old,
};
