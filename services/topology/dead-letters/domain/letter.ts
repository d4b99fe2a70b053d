/** A message as a stream holds it. */
export interface Stored {
  sequence: number;
  time: Date;
  subject: string;
  /** It may be no text. */
  payload: Uint8Array;
  headers: Record<string, string>;
}

/** A message that a consumer has given up (chassis/messaging/dead-letters.ts). */
export interface Letter {
  /** In the stream of dead letters. */
  sequence: number;
  time: Date;
  consumer: string;
  reason: string;
  /** The message that the consumer received, as it says. */
  original: Pick<Stored, 'subject' | 'payload' | 'headers'> & {
    /** In the stream of events; undefined where the consumer did not say. */
    sequence: number | undefined;
  };
}

const PREFIX = 'dead.';
const MESSAGE_ID = 'Nats-Msg-Id';

/** The consumer whose letters lie under the subject. */
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
 * Whether the message was brought to the consumer as it says. Whoever may bury letters could name any subject in one, and
 * have another service's words said for it.
 */
export function isGenuine({ original }: Letter, event: Pick<Stored, 'subject' | 'payload'>): boolean {
  return event.subject === original.subject && Buffer.compare(event.payload, original.payload) === 0;
}

/** The message that is published again. */
export interface Replay extends Pick<Stored, 'subject' | 'payload' | 'headers'> {
  /** For two minutes the stream drops what has the same, and what has the event's own. */
  id: string;
}

/**
 * The event as the stream holds it, whatever else the letter says of it: all letters about it come to the same replay, which is
 * published once. Without it, the letter's own words, under an id that no event's replay has.
 */
export function replayOf({ sequence, time, original }: Letter, event: Stored | undefined): Replay {
  const { subject, payload, headers } = event ?? original;
  const [kind, from] = event ? ['event', event] : ['letter', { sequence, time }];
  return { id: `replay:${kind}:${from.sequence}:${from.time.getTime()}`, subject, payload, headers: own(headers) };
}

/** Without those of the broker. */
function own(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('Nats-')));
}

/** A message's id is `<consumer>:<sequence>:<time>`. */
function sequenceIn(id: string | undefined): number | undefined {
  const sequence = Number(id?.split(':').at(-2));
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : undefined;
}
