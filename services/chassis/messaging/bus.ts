import { type Broadcast, createBroadcast } from './broadcast.ts';
import { type BusOptions, BusSession } from './bus-session.ts';
import { createStreamPublisher, type StreamPublisher, type StreamPublisherOptions } from './stream-publisher.ts';
import { createStreamSubscriber, type StreamSubscriber, type StreamSubscriberOptions } from './stream-subscriber.ts';

/** Messages between processes: broadcasts, and streams that every process follows. */
export interface Bus extends Broadcast {
  readonly name: string;
  /** Fills a stream that every process follows. */
  publisher(options: StreamPublisherOptions): StreamPublisher;
  /** Follows such a stream, as a part of the process. */
  subscriber(options: StreamSubscriberOptions): StreamSubscriber;
  stop(): Promise<void>;
  close(): Promise<void>;
  /**
   * `true`, or the reason why not. The process is ready in both cases: without a broker, events wait in the outbox, and
   * calls are served.
   */
  connected(): true | string;
}

/** Connects without waiting. If the server is down or goes down, the attempts to reach it never stop. */
export function connectBus(options: BusOptions): Bus {
  return busOver(new BusSession(options), options.logger);
}

/** Opens the session, and makes a bus of it. */
export function busOver(session: BusSession, logger: BusOptions['logger']): Bus {
  session.open();
  return {
    name: 'nats',
    ...createBroadcast(session, logger),
    publisher: (publisherOptions) => createStreamPublisher(session, publisherOptions),
    subscriber: (subscriberOptions) => createStreamSubscriber(session, subscriberOptions, logger),
    stop: () => session.close(),
    close: () => session.close(),
    connected: () => session.connected(),
  };
}
