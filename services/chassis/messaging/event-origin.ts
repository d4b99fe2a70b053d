import { type EventMessage, Unreadable } from './event-message.ts';

/** It may be a newer version's: it comes again, to a process of that version. */
export class OfNewerVersion extends Error {}

/**
 * NATS lets a service publish under its own name alone, `events.<service>.>`; what it says there must be its own too.
 * Throws Unreadable for an event of another service's resource, OfNewerVersion for one of a resource that nobody is known to
 * own.
 */
export function checkOrigin({ subject, envelope }: EventMessage, owners: ReadonlyMap<string, string>): void {
  const { type } = envelope;
  const [, service] = subject.split('.');
  if (subject !== `events.${service}.${type}`) throw new Unreadable(`${subject} brings an event of type ${type}`);
  const owner = owners.get(type.slice(0, type.indexOf('.')));
  if (owner === undefined) throw new OfNewerVersion(`Nobody is known to announce ${type}`);
  if (owner !== service) throw new Unreadable(`${service} announces ${type}, which is ${owner}'s`);
}
