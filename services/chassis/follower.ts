import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerMessages } from '@nats-io/jetstream';
import type { BusSession } from './bus-session.ts';
import type { Logger } from './logger.ts';

export interface FollowOptions {
  /** The stream's name. */
  stream: string;
  /**
   * Called with every message in the stream's order, and after an interruption with all of them again. One that it
   * throws at is an interruption too: nothing is passed over.
   */
  handle(message: FeedMessage): void;
  /** Milliseconds without a message after which the stream is taken for another than it was. */
  silence: number;
}

export interface FeedMessage {
  subject: string;
  /** The payload, as JSON reads it. Throws when it is none. */
  json(): unknown;
}

/** A part of the process. */
export interface Follower {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const RETRY_EVERY = 1000;
const AT_ONCE = 500;
/** Milliseconds after which the server forgets the consumer of a process that has vanished. */
const FORGOTTEN_AFTER = 60_000;

/** Reads a stream from its beginning, for ever, by a consumer of this process alone. */
export function createFollower(session: BusSession, options: FollowOptions, logger: Logger): Follower {
  const { stream, handle, silence } = options;
  const stopping = new AbortController();
  let messages: ConsumerMessages | undefined;
  let loop: Promise<void> = Promise.resolve();

  async function follow(): Promise<void> {
    const consumer = await session.link().client.consumers.get(stream, { inactive_threshold: FORGOTTEN_AFTER });
    messages = await consumer.consume({ max_messages: AT_ONCE, abort_on_missing_resource: true });
    const watchdog = setTimeout(() => messages?.close(), silence);
    try {
      // Closed meanwhile, it must not wait for a message that never comes.
      if (stopping.signal.aborted) await messages.close();
      for await (const message of messages) {
        watchdog.refresh();
        handle({ subject: message.subject, json: () => message.json() });
      }
    } finally {
      clearTimeout(watchdog);
      await messages.close();
      if (session.connected() === true) void consumer.delete().catch(() => undefined);
    }
  }

  async function followForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      await follow().catch((error) => logger.debug({ err: error, stream }, 'Following was interrupted'));
      await delay(RETRY_EVERY, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    name: `follower ${stream}`,
    async start() {
      loop = followForEver();
    },
    async stop() {
      stopping.abort();
      await messages?.close();
      // Without the server an answer may be waited for that never comes.
      if (session.connected() === true) await loop;
    },
  };
}
