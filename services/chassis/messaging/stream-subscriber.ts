import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';
import type { BusSession } from './bus-session.ts';
import { storedMessages } from './stored-messages.ts';

export interface StreamSubscriberOptions {
  /** The stream's name. */
  stream: string;
  /**
   * Called with every message, in the stream's order, and after an interruption with all messages again. An error that
   * it throws is an interruption, too: no message is skipped.
   */
  handle(message: FeedMessage): void;
}

export interface FeedMessage {
  subject: string;
  /** The payload, parsed as JSON. Throws if it is not JSON. */
  json(): unknown;
}

/** A subscriber, as a part of the process. */
export interface StreamSubscriber {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Milliseconds between two polls of the stream. A gateway may misjudge the age of its first news by this much (ADR 7).
 */
const POLL_EVERY = 100;
const RETRY_EVERY = 1000;
/** Maximum number of messages in one read. */
const READ_BATCH = 500;

/** The position in a stream: its creation time, and the next sequence to read. */
interface Position {
  created: string;
  next: number;
}

/**
 * Reads a stream from its beginning until it is stopped, and remembers the position itself. It uses no consumer: a
 * process that may create a consumer could let it push messages to any subject, so followers must not be allowed to
 * (ADR 18).
 */
export function createStreamSubscriber(
  session: BusSession,
  { stream, handle }: StreamSubscriberOptions,
  logger: Logger,
): StreamSubscriber {
  const stopping = new AbortController();
  let position: Position | undefined;
  let loop: Promise<void> = Promise.resolve();

  async function poll(): Promise<void> {
    const link = session.link();
    const { created, state } = await link.manager.streams.info(stream);
    // Another stream with the same name has other messages under the same sequences.
    if (position?.created !== created) position = { created, next: 1 };
    while (position.next <= state.last_seq && !stopping.signal.aborted) {
      const from = position.next;
      for await (const message of storedMessages(link, stream, { from, count: READ_BATCH })) {
        handle(message);
        position.next = message.sequence + 1;
      }
      // A replica of the stream may be behind its leader. The next poll continues.
      if (position.next === from) return;
    }
  }

  function interrupted(error: unknown): number {
    position = undefined;
    logger.debug({ err: error, stream }, 'Following was interrupted');
    return RETRY_EVERY;
  }

  /** Called while the server is away. A question would wait for seconds, even if the server comes back much sooner. */
  function away(): number {
    position = undefined;
    return POLL_EVERY;
  }

  async function followForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = session.connected() === true ? await poll().then(() => POLL_EVERY, interrupted) : away();
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    name: `subscriber ${stream}`,
    async start() {
      loop = followForEver();
    },
    async stop() {
      stopping.abort();
      // If the server is gone, `poll` may wait for an answer that never comes.
      if (session.connected() === true) await loop;
    },
  };
}
