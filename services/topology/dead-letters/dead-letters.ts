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

/** The outcome for a letter that was to be published again. `replayed before`: its event was, a moment ago. */
export type Replayed = 'replayed' | 'replayed before' | 'missing' | 'not genuine';

/** The messages that consumers have given up, for who mends and replays them. */
export interface DeadLetters {
  /** From `from` on, in the order of the stream. */
  letters(from?: number): AsyncGenerator<Letter>;
  find(sequence: number): Promise<Letter | undefined>;
  /**
   * Publishes the event of a letter again, and removes the letter. Every consumer gets it, and drops what it has seen; so one
   * event that several have given up is published once. `unverified`: as the letter tells it, even where the stream of events does
   * not hold it any more.
   */
  replay(sequence: number, options: { unverified: boolean }): Promise<Replayed>;
  /** Gives a letter up for good; false where there is none. */
  remove(sequence: number): Promise<boolean>;
}

export const DEAD = 'DEAD';

/** `domain` as for BusOptions. */
export async function openDeadLetters(connection: NatsConnection, domain: string | undefined): Promise<DeadLetters> {
  const apiPrefix = domain === undefined ? '$JS.API' : `$JS.${domain}.API`;
  const manager = await jetstreamManager(connection, { apiPrefix, checkAPI: false });
  const client = jetstream(connection, { apiPrefix });
  const find = (sequence: number) => read(manager, DEAD, sequence).then((found) => found && letterOf(found));

  /** Where the stream of events still holds it as the letter tells it. */
  async function eventOf(letter: Letter): Promise<Stored | undefined> {
    const { sequence } = letter.original;
    const event = sequence === undefined ? undefined : await read(manager, EVENTS, sequence);
    return event && isGenuine(letter, event) ? event : undefined;
  }

  return {
    async *letters(from = 1) {
      for (let next = from; ; ) {
        // The server knows this question, and the client's types do not.
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
      // Cut short before this, it is published once more under the same id.
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
  const said = headers();
  for (const [name, value] of Object.entries(entries)) said.set(name, value);
  return client.publish(subject, payload, { msgID: id, headers: said, expect: { streamName: EVENTS } });
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
