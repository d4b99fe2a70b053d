import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type MsgRequest,
  type PubAck,
  type StoredMsg,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/nats-core';
import { EVENTS } from '#chassis/messaging/streams.ts';
import { isGenuine, type Letter, letterOf, type Replay, replayOf, type Stored } from './domain/letter.ts';

/**
 * The result of a replay. `replayed before`: another letter of the same event was replayed within the last two minutes.
 */
export type Replayed = 'replayed' | 'replayed before' | 'missing' | 'not genuine';

/** The messages that consumers have given up, for operators. */
export interface DeadLetters {
  /** The letters from the sequence `from` on, in the order of the stream. */
  letters(from?: number): AsyncGenerator<Letter>;
  find(sequence: number): Promise<Letter | undefined>;
  /**
   * Publishes the event of a letter again, and removes the letter. All consumers get the event, and ignore it if they
   * have processed it. An event that several consumers have given up is published once. `unverified`: publish the
   * letter's own content if the stream of events does not contain the event.
   */
  replay(sequence: number, options: { unverified: boolean }): Promise<Replayed>;
  /** Removes a letter without a replay. Returns false if there is no such letter. */
  remove(sequence: number): Promise<boolean>;
}

export const DEAD = 'DEAD';

/** `domain`: as in BusOptions. */
export async function openDeadLetters(connection: NatsConnection, domain: string | undefined): Promise<DeadLetters> {
  const apiPrefix = domain === undefined ? '$JS.API' : `$JS.${domain}.API`;
  const manager = await jetstreamManager(connection, { apiPrefix, checkAPI: false });
  const client = jetstream(connection, { apiPrefix });
  const find = (sequence: number) => read(manager, DEAD, sequence).then((found) => found && letterOf(found));

  /**
   * The event of a letter in the stream of events; undefined if the stream does not contain it as the letter states.
   */
  async function eventOf(letter: Letter): Promise<Stored | undefined> {
    const { sequence } = letter.original;
    const event = sequence === undefined ? undefined : await read(manager, EVENTS, sequence);
    return event && isGenuine(letter, event) ? event : undefined;
  }

  return {
    async *letters(from = 1) {
      for (let next = from; ; ) {
        // The server supports this query, but the types of the client do not.
        const query = { seq: next, next_by_subj: 'dead.>' } as MsgRequest;
        const found = await manager.streams.getMessage(DEAD, query);
        if (!found) return;
        yield letterOf(storedOf(found));
        next = found.seq + 1;
      }
    },
    find,
    async replay(sequence, { unverified }) {
      const letter = await find(sequence);
      if (!letter) return 'missing';
      const event = await eventOf(letter);
      if (!event && !unverified) return 'not genuine';
      const { duplicate } = await publish(client, replayOf(letter, event));
      // If the process dies before this line, the event may be published again with the same id.
      await manager.streams.deleteMessage(DEAD, sequence, false);
      return duplicate ? 'replayed before' : 'replayed';
    },
    async remove(sequence) {
      if (!(await find(sequence))) return false;
      return manager.streams.deleteMessage(DEAD, sequence, false);
    },
  };
}

function publish(client: JetStreamClient, { id, subject, payload, headers: entries }: Replay): Promise<PubAck> {
  const sent = headers();
  for (const [name, value] of Object.entries(entries)) sent.set(name, value);
  return client.publish(subject, payload, { msgID: id, headers: sent, expect: { streamName: EVENTS } });
}

async function read(manager: JetStreamManager, stream: string, sequence: number): Promise<Stored | undefined> {
  const found = await manager.streams.getMessage(stream, { seq: sequence });
  return found ? storedOf(found) : undefined;
}

function storedOf(message: StoredMsg): Stored {
  const { seq, time, subject, header } = message;
  const entries = header.keys().map((name): [string, string] => [name, header.get(name)]);
  return { sequence: seq, time, subject, payload: message.data, headers: Object.fromEntries(entries) };
}
