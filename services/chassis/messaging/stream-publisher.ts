import type { BusSession } from './bus-session.ts';

export interface StreamPublisherOptions {
  /** The stream's name. */
  stream: string;
}

/**
 * Fills a stream that every process reads from its beginning. It holds news about a state, not work that one process
 * must do.
 */
export interface StreamPublisher {
  /**
   * Resolves to the creation time of the stream, in epoch milliseconds; rejects while the stream does not exist. If the
   * time has changed, all messages that were published before are lost.
   */
  open(): Promise<number>;
  /** Resolves when the stream has stored it. */
  publish(subject: string, payload: string): Promise<void>;
}

const PUBLISH_TIMEOUT = 3000;

export function createStreamPublisher(session: BusSession, { stream }: StreamPublisherOptions): StreamPublisher {
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
