/** A message of a stream. */
export interface Stored {
  sequence: number;
  time: Date;
  subject: string;
  /** May be binary. */
  payload: Uint8Array;
  headers: Record<string, string>;
}

/** A message that a consumer has given up (chassis/messaging/dead-letters.ts). */
export interface Letter {
  /** Sequence in the stream of dead letters. */
  sequence: number;
  time: Date;
  consumer: string;
  reason: string;
  /** The message that the consumer received, according to the consumer. */
  original: Pick<Stored, 'subject' | 'payload' | 'headers'> & {
    /** Sequence in the stream of events; undefined if the consumer did not state it. */
    sequence: number | undefined;
  };
}

const PREFIX = 'dead.';
const MESSAGE_ID = 'Nats-Msg-Id';

/** The consumer of the letters with this subject. */
export const consumerOf = (subject: string): string => subject.slice(PREFIX.length);

export function letterOf({ sequence, time, subject, payload, headers }: Stored): Letter {
  const { Subject = '', Reason = '', ...rest } = headers;
  return {
    sequence,
    time,
    consumer: consumerOf(subject),
    reason: Reason,
    original: {
      sequence: sequenceIn(headers[MESSAGE_ID]),
      subject: Subject,
      payload,
      headers: own(rest),
    },
  };
}

/**
 * Whether the event in the stream equals the letter's message. A service that may write dead letters could name any
 * subject in one, and so publish events in the name of another service.
 */
export function isGenuine({ original }: Letter, event: Pick<Stored, 'subject' | 'payload'>): boolean {
  return event.subject === original.subject && Buffer.compare(event.payload, original.payload) === 0;
}

/** The message that is published again. */
export interface Replay extends Pick<Stored, 'subject' | 'payload' | 'headers'> {
  /** The message id. For two minutes the stream drops messages with an id that it already has. */
  id: string;
}

/**
 * The message to publish. If the stream has the event, the event is used, and not the letter, so that all letters of an
 * event give the same message id, and it is published once. Otherwise the letter's own content is used, with an id that
 * no event's replay has.
 */
export function replayOf({ sequence, time, original }: Letter, event: Stored | undefined): Replay {
  const { subject, payload, headers } = event ?? original;
  const [kind, from] = event ? ['event', event] : ['letter', { sequence, time }];
  return { id: `replay:${kind}:${from.sequence}:${from.time.getTime()}`, subject, payload, headers: own(headers) };
}

/** The headers without those of the broker. */
function own(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('Nats-')));
}

/** The sequence in a message id of the form `<consumer>:<sequence>:<time>`; undefined if there is none. */
function sequenceIn(id: string | undefined): number | undefined {
  const sequence = Number(id?.split(':').at(-2));
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : undefined;
}
