import type { JsMsg } from '@nats-io/jetstream';
import { deadLetters } from '../runtime/metrics.ts';
import type { BusSession } from './bus-session.ts';

/**
 * Gives a message up: publishes it under `dead.<durable>` with its headers and the reason, counts it, and acknowledges
 * it, so that the consumer continues.
 */
export async function deadLetter(session: BusSession, durable: string, message: JsMsg, error: unknown): Promise<void> {
  await session.publish(`dead.${durable}`, message.data, {
    id: `${durable}:${message.seq}:${message.timestampNanos}`,
    headers: { ...ownHeaders(message), Subject: message.subject, Reason: reasonOf(error) },
  });
  deadLetters.labels(durable).inc();
  message.ack();
}

/** The headers that the publisher has set. A dead letter that is published again needs the same headers. */
function ownHeaders({ headers }: JsMsg): Record<string, string> {
  const names = headers?.keys().filter((name) => !name.startsWith('Nats-')) ?? [];
  return Object.fromEntries(names.map((name) => [name, headers?.get(name) ?? '']));
}

/** The reason as one line, because a header cannot have more. */
function reasonOf(error: unknown): string {
  return String(error).replace(/\s+/g, ' ').slice(0, 500);
}
