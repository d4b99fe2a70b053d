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
  /** What the consumer was brought, as it says. */
  original: Pick<Stored, 'subject' | 'payload' | 'headers'> & {
    /** In the stream of events; undefined where the consumer did not say. */
    sequence: number | undefined;
  };
}

const PREFIX = 'dead.';
const MESSAGE_ID = 'Nats-Msg-Id';

/** Whose letters lie under the subject. */
export const consumerOf = (subject: string): string => subject.slice(PREFIX.length);

export function letterOf({ sequence, time, subject, payload, headers }: Stored): Letter {
  const { Subject = '', Reason = '', ...rest } = headers;
  const own = Object.entries(rest).filter(([name]) => !name.startsWith('Nats-'));
  return {
    sequence,
    time,
    consumer: consumerOf(subject),
    reason: Reason,
    original: {
      sequence: sequenceIn(headers[MESSAGE_ID]),
      subject: Subject,
      payload,
      headers: Object.fromEntries(own),
    },
  };
}

/**
 * Whether the message was brought to the consumer as it says. Whoever may bury letters could name any subject in one, and
 * have another service's words said for it.
 */
export function isGenuine({ original }: Letter, event: Pick<Stored, 'subject' | 'payload'> | undefined): boolean {
  return (
    event !== undefined && event.subject === original.subject && Buffer.compare(event.payload, original.payload) === 0
  );
}

/** The id under which the letter is published again: the stream drops the event's own for two minutes. */
export const replayId = ({ sequence, time }: Letter): string => `replay:${sequence}:${time.getTime()}`;

/** A message's id is `<consumer>:<sequence>:<time>`. */
function sequenceIn(id: string | undefined): number | undefined {
  const sequence = Number(id?.split(':').at(-2));
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : undefined;
}
