import { type Bus, busOver } from './bus.ts';
import { type BusOptions, BusSession, type PublishOptions, type StreamState } from './bus-session.ts';
import { type ConsumeOptions, type Consumer, createConsumer } from './consumer.ts';

export type { EventMessage } from './event-message.ts';

/** A bus with the stream of all events, which keeps them for 7 days (decisions 5: Guarantee). */
export interface EventBus extends Bus {
  /**
   * Resolves when the stream has stored the message. A second message with the same id within two minutes is dropped.
   */
  publish(subject: string, payload: string, options: PublishOptions): Promise<void>;
  /** A durable consumer, as a part of the process. */
  consume(options: ConsumeOptions): Consumer;
  streamState(): Promise<StreamState>;
}

/**
 * Like `connectBus`, for processes with a database: the errors of the database decide whether an event is delivered
 * again.
 */
export function connectEventBus(options: BusOptions): EventBus {
  const session = new BusSession(options);
  return {
    ...busOver(session, options.logger),
    publish: (subject, payload, publishOptions) => session.publish(subject, payload, publishOptions),
    consume: (consumeOptions) => createConsumer(session, consumeOptions, options.logger),
    streamState: () => session.streamState(),
  };
}
