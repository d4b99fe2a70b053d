import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, partIds, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  type ClientInput,
  type ContactInput,
  client,
  type Client as ShownClient,
} from '#proto/product/v1/client.contract.ts';

/** A customer of the org (interface: Client; decisions 6: Client). */
export interface Client extends StateOf<ShownClient> {
  contacts: Contact[];
}
export type Contact = NonNullable<ShownClient['contacts']>[number];
export type ClientChanges = Changes<typeof client>;

const life = archivable<Client>(client);

export type ClientDecision = ReturnType<typeof life.created>;
export const { archive: archiveClient, restore: restoreClient, remove: deleteClient } = life;

type NewId = () => string;

/**
 * Creates a client in the status that the input names, by default active (decisions 4). Errors: validation_failed for
 * an ended currency.
 */
export function createClient(input: ClientInput, orgId: string, now: Date, newId: NewId): ClientDecision {
  refuseEnded(input.currency);
  const { contacts = [], status = 'active' } = input;
  return life.created({
    ...newRecord(newId(), orgId, now),
    ...filled(client.plain, input),
    contacts: contactsOf(contacts, undefined, newId),
    ordersCount: 0,
    status,
  });
}

/**
 * Changes a client. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * Errors: validation_failed for an ended currency.
 */
export function updateClient(before: Client, changes: ClientChanges, now: Date, newId: NewId): ClientDecision {
  refuseEnded(changes.currency, before.currency);
  const { contacts } = changes;
  return life.updated(before, {
    ...advance(before, now),
    ...changed(client.plain, before, changes),
    ...(contacts !== undefined && { contacts: contactsOf(contacts ?? [], before.contacts, newId) }),
  });
}

function contactsOf(inputs: readonly ContactInput[], known: Contact[] | undefined, newId: NewId): Contact[] {
  const ids = partIds({ field: 'contacts', sent: inputs, known }, newId);
  return inputs.map(({ contactName, email, phoneNumber, countryCode }, index) => ({
    id: ids[index] as string,
    contactName: contactName ?? null,
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    countryCode: countryCode ?? null,
  }));
}
