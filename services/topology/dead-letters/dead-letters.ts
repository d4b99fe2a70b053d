import {
  type JetStreamClient,
  type JetStreamManager,
  jetstream,
  jetstreamManager,
  type MsgRequest,
  type StoredMsg,
} from '@nats-io/jetstream';
import { headers, type NatsConnection } from '@nats-io/nats-core';
import { EVENTS } from '#chassis/messaging/streams.ts';
import { isGenuine, type Letter, letterOf, replayId, type Stored } from './domain/letter.ts';

/** What became of a letter that was to be published again. */
export type Replayed = 'replayed' | 'missing' | 'not genuine';

/** The messages that consumers have given up, for who mends and replays them. */
export interface DeadLetters {
  /** From `from` on, in the order of the stream. */
  letters(from?: number): AsyncGenerator<Letter>;
  find(sequence: number): Promise<Letter | undefined>;
  /**
   * Publishes a letter again as it was, and removes it. Every consumer gets it, and drops what it has seen. `unverified`:
   * even where the stream of events does not hold it any more.
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
      const { sequence: origin } = letter.original;
      const event = origin === undefined ? undefined : await read(manager, EVENTS, origin);
      if (!unverified && !isGenuine(letter, event)) return 'not genuine';
      await publish(client, letter);
      // Cut short before this, it is published once more under the same id.
      await manager.streams.deleteMessage(DEAD, sequence, false);
      return 'replayed';
    },
    async remove(sequence) {
      if (!(await find(sequence))) return false;
      return manager.streams.deleteMessage(DEAD, sequence, false);
    },
  };
}

async function publish(client: JetStreamClient, letter: Letter): Promise<void> {
  const said = headers();
  for (const [name, value] of Object.entries(letter.original.headers)) said.set(name, value);
  const options = { msgID: replayId(letter), headers: said, expect: { streamName: EVENTS } };
  await client.publish(letter.original.subject, letter.original.payload, options);
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
