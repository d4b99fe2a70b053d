import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerMessages, JsMsg, Consumer as PullConsumer } from '@nats-io/jetstream';
import { LRUCache } from 'lru-cache';
import { MAX_ENVELOPE } from '../domain/record.ts';
import type { Logger } from '../runtime/logger.ts';
import { consumerLag, deadLetters } from '../runtime/metrics.ts';
import { withSpan } from '../runtime/tracing.ts';
import type { BusSession } from './bus-session.ts';
import { deadLetter } from './dead-letters.ts';
import { checkOrigin, type EventMessage, readMessage } from './event-message.ts';
import { isOutage, LONGEST_PAUSE, pauseBefore, pauseOf, pauseOfLeft } from './redelivery.ts';
import { EVENTS } from './streams.ts';
import { subjectMatches } from './subject.ts';
import { refuseDeadly, Suspects } from './suspects.ts';

export { type EventMessage, Unreadable } from './event-message.ts';

export interface ConsumeOptions {
  /**
   * The name of the consumer. All processes of a service share it: each message goes to one of them. The process
   * `topology` creates it.
   */
  durable: string;
  /** Subjects to handle, with the wildcards `*` and `>` of NATS. */
  filters: string[];
  /** By resource: the only service that may publish its events. */
  owners: ReadonlyMap<string, string>;
  /**
   * Handles an event. The message is acknowledged when the promise resolves. If it rejects because something is down,
   * the process calls it again; after any other error the message is delivered again. Throws `Unreadable` for a message
   * that can never be understood.
   */
  handle(message: EventMessage): Promise<void>;
  /** Maximum number of messages in hand; default 16. */
  concurrency?: number;
}

/** A consumer, as a part of the process. */
export interface Consumer {
  readonly name: string;
  start(): Promise<void>;
  /** Takes no more messages, and waits for those in hand. */
  stop(): Promise<void>;
}

/** Maximum bytes of the messages in hand. Parsed and written again, they take several times as much. */
const MAX_BYTES = 16 * 1024 * 1024;
const RETRY_EVERY = 1000;
const LAG_EVERY = 5000;
/** Milliseconds that a request for messages may wait at the server. */
const FETCH_FOR = 30_000;
/**
 * Milliseconds between the server's heartbeats. The server sends nothing when a consumer is deleted with its stream;
 * two missed heartbeats show it.
 */
const HEARTBEAT = 4_000;
/**
 * Milliseconds between two reports that messages are still in hand. Well below the ack wait, after which the server
 * would deliver them to another process.
 */
const TELL_EVERY = 4000;
/** Maximum number of messages whose failures are remembered. */
const MAX_FAULTY = 10_000;

/** Takes messages of the durable consumer until it is stopped, as many at a time as it can handle. */
export function createConsumer(session: BusSession, options: ConsumeOptions, logger: Logger): Consumer {
  const { durable, concurrency = 16 } = options;
  const stopping = new AbortController();
  const inHand = new Map<JsMsg, Promise<void>>();
  const faults = new LRUCache<number, number>({ max: MAX_FAULTY });
  const settling: Settling = {
    ...options,
    session,
    logger,
    faults,
    stopping: stopping.signal,
    suspects: new Suspects(),
  };
  let bytesInHand = 0;
  let foundRoom: () => void = () => undefined;
  let fetched: ConsumerMessages | undefined;
  let loop: Promise<void> = Promise.resolve();
  let teller: NodeJS.Timeout | undefined;

  async function pullUntilStopped(): Promise<void> {
    const consumer = await session.link().client.consumers.get(EVENTS, durable);
    while (!stopping.signal.aborted) await pull(consumer);
  }

  const hasRoom = () => inHand.size <= concurrency / 2 && bytesInHand <= MAX_BYTES / 2;

  async function pull(consumer: PullConsumer): Promise<void> {
    // `foundRoom` ends the wait. A race between all messages in hand would cost too much: for each message, as many
    // steps as there are messages.
    if (!hasRoom()) await new Promise<void>((resolve) => (foundRoom = resolve));
    if (stopping.signal.aborted) return;
    // A request can limit messages or bytes, but not both. So each message is assumed to have the maximum size.
    const room = Math.min(concurrency - inHand.size, Math.floor((MAX_BYTES - bytesInHand) / MAX_ENVELOPE));
    const wanted = { max_messages: room, expires: FETCH_FOR, idle_heartbeat: HEARTBEAT };
    fetched = await consumer.fetch(wanted);
    if (stopping.signal.aborted) await fetched.close();
    for await (const message of fetched) {
      const handling = settle(settling, message)
        // An answer to a server that is gone is lost. The message is then delivered again.
        .catch((error) => logger.debug({ err: error, durable }, 'Event was not answered'))
        .finally(() => {
          inHand.delete(message);
          bytesInHand -= message.data.length;
          if (hasRoom()) foundRoom();
        });
      inHand.set(message, handling);
      bytesInHand += message.data.length;
    }
  }

  async function pullForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pullUntilStopped().catch((error) => logger.warn({ err: error, durable }, 'Consumer was interrupted'));
      await delay(RETRY_EVERY, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    name: `consumer ${durable}`,
    async start() {
      // Makes the counter visible with 0, because an alert compares its growth with the first value.
      deadLetters.inc({ consumer: durable }, 0);
      loop = pullForEver();
      teller = setInterval(() => tellWorking(session, inHand.keys()), TELL_EVERY);
      void watchLag(session, durable, stopping.signal);
    },
    async stop() {
      stopping.abort();
      // Closing waits for the server's answer, so it needs a connection.
      if (session.connected() === true) await fetched?.close().then(() => loop);
      await Promise.all(inHand.values());
      clearInterval(teller);
    },
  };
}

/** Tells the server that the messages are still worked on, so that it does not deliver them to another process. */
function tellWorking(session: BusSession, messages: Iterable<JsMsg>): void {
  if (session.connected() !== true) return;
  for (const message of messages) message.working();
}

/** The context in which messages are handled. */
interface Settling extends ConsumeOptions {
  session: BusSession;
  logger: Logger;
  /** Number of failures of this process with a message, by the message's sequence in the stream. */
  faults: LRUCache<number, number>;
  stopping: AbortSignal;
  suspects: Suspects;
}

/** Handles one message until it is acknowledged, will be delivered again, or is a dead letter. */
async function settle(settling: Settling, message: JsMsg): Promise<void> {
  const { filters, durable, session, logger, faults } = settling;
  // A newer version has widened the consumer's filters. This message is left to a process of that version.
  if (!filters.some((filter) => subjectMatches(filter, message.subject)))
    return message.nak(pauseOfLeft(message.info.deliveryCount));
  try {
    await handleThroughOutages(settling, message);
    message.ack();
    faults.delete(message.seq);
  } catch (error) {
    const pause = isOutage(error) ? 0 : pauseOf(error, message.info.deliveryCount, countFault(faults, message));
    logger.warn({ err: error, durable, subject: message.subject, pause }, 'Event was not handled');
    if (pause !== undefined) return message.nak(pause);
    await deadLetter(session, durable, message, error).catch(() => message.nak(LONGEST_PAUSE));
  }
}

function countFault(faults: LRUCache<number, number>, { seq }: JsMsg): number {
  const count = (faults.get(seq) ?? 0) + 1;
  faults.set(seq, count);
  return count;
}

/**
 * Handles the message, and repeats this as long as something is down. So an outage does not raise the server's count of
 * deliveries. When the process stops, rejects with the last error.
 */
async function handleThroughOutages(
  { stopping, logger, suspects, ...options }: Settling,
  message: JsMsg,
): Promise<void> {
  refuseDeadly(message.info.deliveryCount);
  const event = readMessage(message);
  checkOrigin(event, options.owners);
  for (let attempt = 1; ; attempt++) {
    try {
      return await suspects.attempt(message, () => handle(options, event));
    } catch (error) {
      if (!isOutage(error) || stopping.aborted) throw error;
      logger.warn({ err: error, durable: options.durable, subject: event.subject, attempt }, 'Event waits');
      await delay(pauseBefore(attempt), undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

function handle({ handle, durable }: ConsumeOptions, message: EventMessage): Promise<void> {
  const attributes = { 'messaging.destination.name': message.subject, 'messaging.message.id': message.envelope.id };
  return withSpan(`${durable} ${message.envelope.type}`, 'consumer', message.traceparent, attributes, (traceparent) =>
    handle(traceparent === undefined ? message : { ...message, traceparent }),
  );
}

async function watchLag(session: BusSession, durable: string, signal: AbortSignal): Promise<void> {
  const gauge = consumerLag.labels(durable);
  while (!signal.aborted) {
    await delay(LAG_EVERY, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || session.connected() !== true) continue;
    const info = await session
      .link()
      .manager.consumers.info(EVENTS, durable)
      .catch(() => undefined);
    if (info) gauge.set(info.num_pending + info.num_ack_pending);
  }
}
