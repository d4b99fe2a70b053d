import type { Msg } from '@nats-io/nats-core';
import type { Link } from './bus-session.ts';

/** A message in a stream. */
export interface StoredMessage {
  sequence: number;
  subject: string;
  json(): unknown;
}

const ANSWER_TIMEOUT = 5000;

/**
 * Yields up to `count` messages of a stream, from sequence `from` on, in the stream's order. Reads them without a
 * consumer (direct get). Yields fewer if there are no more, or if the connection breaks.
 */
export async function* storedMessages(
  { connection, api }: Link,
  stream: string,
  { from, count }: { from: number; count: number },
): AsyncGenerator<StoredMessage> {
  const request = JSON.stringify({ seq: from, batch: count });
  // The batch ends with a message that has no payload.
  const options = { strategy: 'sentinel', maxWait: ANSWER_TIMEOUT } as const;
  for await (const message of await connection.requestMany(`${api}.DIRECT.GET.${stream}`, request, options)) {
    if (message instanceof Error) throw message;
    if (message.data.length > 0) yield read(message);
  }
}

function read(message: Msg): StoredMessage {
  return {
    sequence: Number(message.headers?.get('Nats-Sequence')),
    subject: message.headers?.get('Nats-Subject') ?? '',
    json: () => message.json(),
  };
}
