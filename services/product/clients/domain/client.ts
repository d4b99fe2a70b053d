import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { partsAfter } from '#chassis/domain/parts.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, newRecord, type StateOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  type ClientInput,
  client,
  type DeliveryAddress,
  deliveryAddress,
  type Client as ShownClient,
} from '#proto/product/v1/client.contract.ts';
import { type Contact, contact } from '#proto/product/v1/contact.contract.ts';

/** A customer of the org (interface: Client; decisions 6: Client). */
export interface Client extends StateOf<ShownClient> {
  contacts: Contact[];
  deliveryAddresses: DeliveryAddress[];
}
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
  return life.created({
    ...newRecord(newId(), orgId, now),
    ...filled(client.plain, input),
    ...partsOf(input, undefined, newId),
    ordersCount: 0,
    status: input.status ?? 'active',
  });
}

/**
 * Changes a client. null clears a field that may be empty, and leaves another field unchanged (decisions 1: Null).
 * Errors: validation_failed for an ended currency.
 */
export function updateClient(before: Client, changes: ClientChanges, now: Date, newId: NewId): ClientDecision {
  refuseEnded(changes.currency, before.currency);
  return life.updated(before, {
    ...advance(before, now),
    ...changed(client.plain, before, changes),
    ...partsOf(changes, before, newId),
  });
}

/** The lists of a client after a change. `before`: undefined for a new client. */
function partsOf(
  { contacts, deliveryAddresses }: Pick<ClientChanges, 'contacts' | 'deliveryAddresses'>,
  before: Client | undefined,
  newId: NewId,
): Pick<Client, 'contacts' | 'deliveryAddresses'> {
  const addresses = { field: 'deliveryAddresses', sent: deliveryAddresses, known: before?.deliveryAddresses };
  return {
    contacts: partsAfter(contact.plain, { field: 'contacts', sent: contacts, known: before?.contacts }, newId),
    deliveryAddresses: partsAfter(deliveryAddress.plain, addresses, newId),
  };
}
