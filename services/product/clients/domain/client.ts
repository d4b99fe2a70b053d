import { type ArchivableStatus, archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { advance, cleared, newRecord, partIds, type RecordState } from '#chassis/domain/record.ts';
import { client } from '#proto/product/v1/client.contract.ts';

export type PriceCategory = 'high' | 'medium' | 'low';

/** A person at a client. */
export interface Contact {
  id: string;
  contactName: string | null;
  email: string | null;
  phoneNumber: string | null;
  countryCode: string | null;
}

/** The fields of a client that a caller sends. */
interface ClientFields {
  name: string;
  country: string;
  /** In the client's currency. */
  maxAccountValue: number;
  /** ISO 4217. */
  currency: string;
  priceCategory: PriceCategory | null;
  paymentTerms: string | null;
  contacts: Contact[];
  billingAddress: string | null;
  taxId: string | null;
}

/** A customer of the org (interface: Client; decisions 6: Client). */
export interface Client extends ClientFields, RecordState {
  /** Orders that are not cancelled. */
  ordersCount: number;
  status: ArchivableStatus;
}

export type ContactInput = Partial<Contact>;

export interface ClientInput extends Partial<Omit<ClientFields, 'contacts'>> {
  name: string;
  country: string;
  maxAccountValue: number;
  currency: string;
  contacts?: ContactInput[];
  status?: ArchivableStatus;
}

/** New values; null where a field is to be cleared. */
export type ClientChanges = { [Field in Exclude<keyof ClientInput, 'status'>]?: ClientInput[Field] | null };

const life = archivable<Client>(client);

export type ClientDecision = ReturnType<typeof life.created>;
export const { archive: archiveClient, restore: restoreClient, remove: deleteClient } = life;

type NewId = () => string;

/** In any status, by default the first (decisions 4). */
export function createClient(input: ClientInput, orgId: string, now: Date, newId: NewId): ClientDecision {
  refuseEnded(input.currency);
  return life.created({
    ...newRecord(newId(), orgId, now),
    name: input.name,
    country: input.country,
    maxAccountValue: input.maxAccountValue,
    currency: input.currency,
    priceCategory: input.priceCategory ?? null,
    paymentTerms: input.paymentTerms ?? null,
    contacts: contactsOf(input.contacts ?? [], undefined, newId),
    billingAddress: input.billingAddress ?? null,
    taxId: input.taxId ?? null,
    ordersCount: 0,
    status: input.status ?? 'active',
  });
}

/** null clears a field that can be empty, and leaves any other as it is (decisions 1: Null). */
export function updateClient(before: Client, changes: ClientChanges, now: Date, newId: NewId): ClientDecision {
  refuseEnded(changes.currency, before.currency);
  const state: Client = {
    ...advance(before, now),
    name: changes.name ?? before.name,
    country: changes.country ?? before.country,
    maxAccountValue: changes.maxAccountValue ?? before.maxAccountValue,
    currency: changes.currency ?? before.currency,
    priceCategory: cleared(changes.priceCategory, before.priceCategory),
    paymentTerms: cleared(changes.paymentTerms, before.paymentTerms),
    billingAddress: cleared(changes.billingAddress, before.billingAddress),
    taxId: cleared(changes.taxId, before.taxId),
  };
  if (changes.contacts !== undefined) state.contacts = contactsOf(changes.contacts ?? [], before.contacts, newId);
  return life.updated(before, state);
}

function contactsOf(inputs: ContactInput[], known: Contact[] | undefined, newId: NewId): Contact[] {
  const ids = partIds({ field: 'contacts', sent: inputs, known }, newId);
  return inputs.map(({ contactName, email, phoneNumber, countryCode }, index) => ({
    id: ids[index] as string,
    contactName: contactName ?? null,
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    countryCode: countryCode ?? null,
  }));
}
