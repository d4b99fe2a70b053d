import type { BusSession } from './bus-session.ts';

export interface StreamPublisherOptions {
  /** The stream's name. */
  stream: string;
}

/** A stream that every process reads for itself and from its beginning: news of a state, not work to be done once. */
export interface StreamPublisher {
  /**
   * Resolves to when the stream was made, in epoch milliseconds; rejects while it is missing. Another answer than before:
   * what had been published is lost.
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
