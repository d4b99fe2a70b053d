import type { BusSession } from './bus-session.ts';

export interface FeedOptions {
  /** The stream's name. */
  stream: string;
}

/** A stream that every process reads for itself and from its beginning: news of a state, not work to be done once. */
export interface Feed {
  /**
   * Resolves to when the stream was made, in epoch milliseconds; rejects while it is missing. Another answer than before:
   * what had been published is lost.
   */
  open(): Promise<number>;
  /** Resolves when the stream has stored it. */
  publish(subject: string, payload: string): Promise<void>;
}

const PUBLISH_TIMEOUT = 3000;

export function createFeed(session: BusSession, { stream }: FeedOptions): Feed {
  return {
    async open() {
      const { created } = await session.link().manager.streams.info(stream);
      return Date.parse(created);
    },
    async publish(subject, payload) {
      await session.link().client.publish(subject, payload, { timeout: PUBLISH_TIMEOUT });
    },
  };
}
