import { setTimeout as delay } from 'node:timers/promises';
import { AckPolicy, type ConsumerMessages, DeliverPolicy, type JsMsg } from '@nats-io/jetstream';
import { nanos } from '@nats-io/nats-core';
import type { BusSession } from './bus-session.ts';
import { bury } from './dead-letters.ts';
import { type EventMessage, readMessage } from './event-message.ts';
import type { Logger } from './logger.ts';
import { consumerLag } from './metrics.ts';
import { LONGEST_PAUSE, Redelivery } from './redelivery.ts';
import { EVENTS } from './streams.ts';
import { subjectMatches } from './subject.ts';
import { withSpan } from './tracing.ts';

export { type EventMessage, Unreadable } from './event-message.ts';

export interface ConsumeOptions {
  /** Shared by all processes of a service: each message goes to one of them. */
  durable: string;
  /** Subjects, `*` and `>` as in NATS. */
  filters: string[];
  /**
   * Has the effect; the message is acknowledged when it resolves, and comes again after a pause when it rejects.
   * Throw `Unreadable` for a message that can never be understood.
   */
  handle(message: EventMessage): Promise<void>;
  /** Messages that are handled at once; default 16. */
  concurrency?: number;
}

/** A part of the process. */
export interface Consumer {
  readonly name: string;
  start(): Promise<void>;
  /** Takes no more, and lets what is being handled end. */
  stop(): Promise<void>;
}

const RETRY_EVERY = 1000;
const LAG_EVERY = 5000;
/** Milliseconds: longer than a write may take, short enough that what a killed process had taken comes again soon. */
const ACK_WAIT = 12_000;

/** Pulls from the durable consumer for ever; stream and consumer are declared anew where they are missing. */
export function createConsumer(session: BusSession, options: ConsumeOptions, logger: Logger): Consumer {
  const { durable, concurrency = 16 } = options;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const settling: Settling = { ...options, session, logger, redelivery: new Redelivery() };
  let pulled: ConsumerMessages | undefined;
  let loop: Promise<void> = Promise.resolve();

  async function pull(): Promise<void> {
    await declare(session, options);
    const { client } = session.link();
    const consumer = await client.consumers.get(EVENTS, durable);
    pulled = await consumer.consume({ max_messages: concurrency * 4, abort_on_missing_resource: true });
    if (stopping.signal.aborted) await pulled.close();
    for await (const message of pulled) {
      const handling: Promise<void> = settle(settling, message).finally(() => running.delete(handling));
      running.add(handling);
      if (running.size >= concurrency) await Promise.race(running);
    }
  }

  async function pullForEver(): Promise<void> {
    while (!stopping.signal.aborted) {
      await pull().catch((error) => logger.warn({ err: error, durable }, 'Consumer was interrupted'));
      await delay(RETRY_EVERY, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  return {
    name: `consumer ${durable}`,
    async start() {
      loop = pullForEver();
      void watchLag(session, durable, stopping.signal);
    },
    async stop() {
      stopping.abort();
      // Without the server there is nothing to take leave of, and asking would wait for it.
      if (session.connected() === true) await pulled?.close().then(() => loop);
      await Promise.all(running);
    },
  };
}

async function declare(session: BusSession, { durable, filters }: ConsumeOptions): Promise<void> {
  await session.ensureStreams();
  const { manager } = session.link();
  await manager.consumers.add(EVENTS, {
    durable_name: durable,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ACK_WAIT),
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: 5000,
    // One filter is all that servers before 2.10 know; with several, the rest is dropped on arrival.
    filter_subject: filters.length === 1 ? (filters[0] as string) : 'events.>',
  });
}

/** What a message needs on its way to its end. */
interface Settling extends ConsumeOptions {
  session: BusSession;
  logger: Logger;
  redelivery: Redelivery;
}

/** Handles one message to its end: acknowledged, to come again, or dead. Never rejects. */
async function settle({ session, logger, redelivery, ...options }: Settling, message: JsMsg): Promise<void> {
  if (!options.filters.some((filter) => subjectMatches(filter, message.subject))) return message.ack();
  try {
    await handle(options, readMessage(message));
    message.ack();
  } catch (error) {
    const pause = redelivery.pauseAfter(error, message.seq, message.info.deliveryCount);
    logger.warn({ err: error, durable: options.durable, subject: message.subject, pause }, 'Event was not handled');
    if (pause !== undefined) return message.nak(pause);
    await bury(session, options.durable, message, error).catch(() => message.nak(LONGEST_PAUSE));
  }
  redelivery.forget(message.seq);
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
