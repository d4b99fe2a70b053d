import { type EventMessage, Unreadable } from '#chassis/messaging/consumer.ts';
import { Client } from '#proto/product/v1/contract.ts';
import { type RecordEvent, snapshotOf } from './domain/party.ts';
import type { PartyRepository } from './repository.ts';

/** Keeps the names of product's clients. Throws Unreadable for an event that is not about a client. */
export function onClientEvent(parties: PartyRepository): (message: EventMessage) => Promise<void> {
  return async ({ envelope }) => {
    await parties.applyEvent(envelope.id, snapshotOf('client', { ...envelope, data: clientIn(envelope.data) }));
  };
}

function clientIn(data: unknown): RecordEvent['data'] {
  const result = NamedClient.safeParse(data);
  if (!result.success) throw new Unreadable('Event is not about a client', { cause: result.error });
  return result.data;
}

/** The part of a client that finance shows; without the name when the event was too large for it. */
const NamedClient = Client.pick({ id: true, name: true }).partial({ name: true }).strip();
