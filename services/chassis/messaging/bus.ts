import { type Broadcast, createBroadcast } from './broadcast.ts';
import { type BusOptions, BusSession, type PublishOptions, type StreamState } from './bus-session.ts';
import { type ConsumeOptions, type Consumer, createConsumer } from './consumer.ts';
import { createStreamPublisher, type StreamPublisher, type StreamPublisherOptions } from './stream-publisher.ts';
import { createStreamSubscriber, type StreamSubscriber, type StreamSubscriberOptions } from './stream-subscriber.ts';

export type { EventMessage } from './event-message.ts';

/** The way between processes: one stream of events, kept for 7 days (decisions 5: Guarantee), and broadcasts. */
export interface Bus extends Broadcast {
  readonly name: string;
  /** Resolves when the stream has stored it. A second message with the same id within two minutes is dropped. */
  publish(subject: string, payload: string, options: PublishOptions): Promise<void>;
  /** A durable consumer, as a part of the process. */
  consume(options: ConsumeOptions): Consumer;
  /** The side that fills a stream which every process follows. */
  publisher(options: StreamPublisherOptions): StreamPublisher;
  /** The side that follows one, as a part of the process. */
  subscriber(options: StreamSubscriberOptions): StreamSubscriber;
  streamState(): Promise<StreamState>;
  stop(): Promise<void>;
  close(): Promise<void>;
  /**
   * `true`, or why not. No part of a process' readiness: without a broker events wait in the outbox, and calls are served.
   */
  connected(): true | string;
}

/** Connects without waiting: a server that is down, or goes down, is tried for ever. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const session = new BusSession(options);
  session.open();
  return {
    name: 'nats',
    ...createBroadcast(session, options.logger),
    publish: (subject, payload, publishOptions) => session.publish(subject, payload, publishOptions),
    consume: (consumeOptions) => createConsumer(session, consumeOptions, options.logger),
    publisher: (publisherOptions) => createStreamPublisher(session, publisherOptions),
    subscriber: (subscriberOptions) => createStreamSubscriber(session, subscriberOptions, options.logger),
    streamState: () => session.streamState(),
    stop: () => session.close(),
    close: () => session.close(),
    connected: () => session.connected(),
  };
}
