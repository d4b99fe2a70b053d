import type { JsMsg } from '@nats-io/jetstream';
import type { Envelope } from '../domain/record.ts';

/** An event as a consumer receives it. It may arrive twice, and events may arrive in any order. */
export interface EventMessage {
  envelope: Envelope;
  subject: string;
  /** `user:<id>` or `key:<id>`. */
  actor?: string;
  /** The caller's network address. */
  address?: string;
  requestId?: string;
  traceparent?: string;
  redelivered: boolean;
}

/** Errors: Unreadable if the message is not JSON, or is not an envelope. */
export function readMessage(message: JsMsg): EventMessage {
  const header = (name: string) => message.headers?.get(name) || undefined;
  const [actor, address, requestId] = [header('Actor'), header('Address'), header('Request-Id')];
  const traceparent = header('traceparent');
  return {
    envelope: readEnvelope(message),
    subject: message.subject,
    ...(actor && { actor }),
    ...(address && { address }),
    ...(requestId && { requestId }),
    ...(traceparent && { traceparent }),
    redelivered: message.redelivered,
  };
}

function readEnvelope(message: JsMsg): Envelope {
  let parsed: unknown;
  try {
    parsed = message.json();
  } catch (error) {
    throw new Unreadable('Message is not JSON', { cause: error });
  }
  if (!isEnvelope(parsed)) throw new Unreadable('Message is no envelope');
  return parsed;
}

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false;
  const { id, type, org_id, sequence, data } = value as Partial<Envelope>;
  const named = [id, type, org_id].every((name) => typeof name === 'string' && name !== '');
  return named && Number.isInteger(sequence) && typeof data === 'object' && data !== null;
}

/**
 * Checks that the event belongs to the service that has published it. NATS lets a service publish only under its own
 * name, `events.<service>.>`; the content must belong to it, too. Throws Unreadable for an event of another service's
 * resource; OfNewerVersion for a resource without a known owner.
 */
export function checkOrigin({ subject, envelope }: EventMessage, owners: ReadonlyMap<string, string>): void {
  const { type } = envelope;
  const [, service] = subject.split('.');
  if (subject !== `events.${service}.${type}`) throw new Unreadable(`${subject} brings an event of type ${type}`);
  const owner = owners.get(type.slice(0, type.indexOf('.')));
  if (owner === undefined) throw new OfNewerVersion(`Nobody is known to announce ${type}`);
  if (owner !== service) throw new Unreadable(`${service} announces ${type}, which is ${owner}'s`);
}

/** A message that cannot be understood, even when it is repeated. It becomes a dead letter immediately. */
export class Unreadable extends Error {}

/** A message that may come from a newer version. It is delivered again, until a process of that version handles it. */
export class OfNewerVersion extends Error {}
