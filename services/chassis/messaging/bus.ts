import { type Broadcast, createBroadcast } from './broadcast.ts';
import { type BusOptions, BusSession } from './bus-session.ts';
import { createStreamPublisher, type StreamPublisher, type StreamPublisherOptions } from './stream-publisher.ts';
import { createStreamSubscriber, type StreamSubscriber, type StreamSubscriberOptions } from './stream-subscriber.ts';

/** The way between processes: broadcasts, and streams that every process follows. */
export interface Bus extends Broadcast {
  readonly name: string;
  /** The side that fills a stream which every process follows. */
  publisher(options: StreamPublisherOptions): StreamPublisher;
  /** The side that follows one, as a part of the process. */
  subscriber(options: StreamSubscriberOptions): StreamSubscriber;
  stop(): Promise<void>;
  close(): Promise<void>;
  /**
   * `true`, or why not. No part of a process' readiness: without a broker events wait in the outbox, and calls are served.
   */
  connected(): true | string;
}

/** Connects without waiting: a server that is down, or goes down, is tried for ever. */
export function connectBus(options: BusOptions): Bus {
  return busOver(new BusSession(options), options.logger);
}

/** Opens the session. */
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
