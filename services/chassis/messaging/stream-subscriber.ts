import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../runtime/logger.ts';
import type { BusSession } from './bus-session.ts';
import { storedMessages } from './stored-messages.ts';

export interface StreamSubscriberOptions {
  /** The stream's name. */
  stream: string;
  /**
   * Called with every message in the stream's order, and after an interruption with all of them again. One that it
   * throws at is an interruption too: nothing is passed over.
   */
  handle(message: FeedMessage): void;
}

export interface FeedMessage {
  subject: string;
  /** The payload, as JSON reads it. Throws when it is none. */
  json(): unknown;
}

/** A part of the process. */
export interface StreamSubscriber {
  readonly name: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Milliseconds between two looks at the stream: by as much a gateway may at first misjudge how old news is (ADR 7). */
const LOOK_EVERY = 100;
const RETRY_EVERY = 1000;
const AT_ONCE = 500;

/** The position up to which a process has read the stream that was created then. */
interface Position {
  created: string;
  next: number;
}

/**
 * Reads a stream from its beginning, for ever, and remembers by itself how far: a consumer could be made to push what it
 * gets to wherever it likes, so that nobody who follows may make one (ADR 18).
 */
export function createStreamSubscriber(
  session: BusSession,
  { stream, handle }: StreamSubscriberOptions,
  logger: Logger,
): StreamSubscriber {
  const stopping = new AbortController();
  let position: Position | undefined;
  let loop: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const link = session.link();
    const { created, state } = await link.manager.streams.info(stream);
    // Another stream of that name has other messages under the same numbers.
    if (position?.created !== created) position = { created, next: 1 };
    while (position.next <= state.last_seq && !stopping.signal.aborted) {
      const from = position.next;
      for await (const message of storedMessages(link, stream, { from, count: AT_ONCE })) {
        handle(message);
        position.next = message.sequence + 1;
      }
      // A replica of the stream may lag behind what its leader says.
      if (position.next === from) return;
    }
  }

  function interrupted(error: unknown): number {
    position = undefined;
    logger.debug({ err: error, stream }, 'Following was interrupted');
    return RETRY_EVERY;
  }

  /** Asked while it is away, the server would be waited for for seconds, also when it is back long before. */
  function away(): number {
    position = undefined;
    return LOOK_EVERY;
  }

  async function followForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      const pause = session.connected() === true ? await look().then(() => LOOK_EVERY, interrupted) : away();
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
      // Without the server an answer may be waited for that never comes.
      if (session.connected() === true) await loop;
    },
  };
}
