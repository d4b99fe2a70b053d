import { AppError } from '#chassis/errors.ts';

export type PriceCategory = 'high' | 'medium' | 'low';
export type ClientStatus = 'active' | 'archived';

/** A person at a client. */
export interface Contact {
  id: string;
  contactName: string | null;
  email: string | null;
  phoneNumber: string | null;
  countryCode: string | null;
}

/** What a caller may say of a client. */
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
export interface Client extends ClientFields {
  id: string;
  orgId: string;
  /** Orders that are not cancelled. */
  ordersCount: number;
  status: ClientStatus;
  createdAt: Date;
  updatedAt: Date;
  /** The sequence of its last event. */
  revision: number;
}

export type ContactInput = Partial<Contact>;

export interface ClientInput extends Partial<Omit<ClientFields, 'contacts'>> {
  name: string;
  country: string;
  maxAccountValue: number;
  currency: string;
  contacts?: ContactInput[];
  status?: ClientStatus;
}

/** New values; null where a field is to be cleared. */
export type ClientChanges = { [Field in Exclude<keyof ClientInput, 'status'>]?: ClientInput[Field] | null };

/** The client as callers and events see it. */
export type ClientView = Omit<Client, 'orgId' | 'revision' | 'createdAt' | 'updatedAt'> & {
  /** RFC 3339, UTC, milliseconds. */
  createdAt: string;
  updatedAt: string;
};

export interface ClientEvent {
  type: `client.${'created' | 'updated' | 'archived' | 'restored' | 'deleted'}`;
  recordId: string;
  sequence: number;
  data: ClientView;
  /** The changed fields before. */
  previous?: Partial<ClientView>;
}

/** A state and what has happened when it is reached. */
export interface Decision {
  state: Client;
  event: ClientEvent;
}

type NewId = () => string;

/** In any status, by default the first (decisions 4). */
export function createClient(input: ClientInput, orgId: string, now: Date, newId: NewId): Decision {
  const state: Client = {
    id: newId(),
    orgId,
    name: input.name,
    country: input.country,
    maxAccountValue: input.maxAccountValue,
    currency: input.currency,
    priceCategory: input.priceCategory ?? null,
    paymentTerms: input.paymentTerms ?? null,
    contacts: contactsOf(input.contacts ?? [], [], newId),
    billingAddress: input.billingAddress ?? null,
    taxId: input.taxId ?? null,
    ordersCount: 0,
    status: input.status ?? 'active',
    createdAt: now,
    updatedAt: now,
    revision: 1,
  };
  return { state, event: eventOf('client.created', state) };
}

/** null clears a field that can be empty, and leaves any other as it is (decisions 1: Null). */
export function updateClient(before: Client, changes: ClientChanges, now: Date, newId: NewId): Decision {
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
  return { state, event: eventOf('client.updated', state, before) };
}

/** Errors: invalid_transition. */
export function archiveClient(before: Client, now: Date): Decision {
  const state = move(before, 'archive', now);
  return { state, event: eventOf('client.archived', state, before) };
}

/** Errors: invalid_transition. */
export function restoreClient(before: Client, now: Date): Decision {
  const state = move(before, 'restore', now);
  return { state, event: eventOf('client.restored', state, before) };
}

/** From any status (decisions 4: Client). */
export function deleteClient(before: Client): Decision {
  const state = { ...before, revision: before.revision + 1 };
  return { state, event: eventOf('client.deleted', state) };
}

/** Errors: version_mismatch when the caller has seen another revision. */
export function checkRevision({ revision }: Client, expected: number | undefined): void {
  if (expected === undefined || expected === revision) return;
  throw new AppError('version_mismatch', `Client has changed: it is at revision ${revision}`);
}

export function clientView({ orgId: _org, revision: _revision, createdAt, updatedAt, ...fields }: Client): ClientView {
  return { ...fields, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}

type Move = 'archive' | 'restore';
/** decisions 4: Client. */
const moves: Record<Move, { from: ClientStatus; to: ClientStatus }> = {
  archive: { from: 'active', to: 'archived' },
  restore: { from: 'archived', to: 'active' },
};

function move(before: Client, name: Move, now: Date): Client {
  const { from, to } = moves[name];
  if (before.status === from) return { ...advance(before, now), status: to };
  const allowed = Object.entries(moves).flatMap(([move, { from }]) => (from === before.status ? [move] : []));
  const message = `Client is ${before.status}; allowed: ${allowed.join(', ')}`;
  throw new AppError('invalid_transition', message);
}

function advance(before: Client, now: Date): Client {
  return { ...before, updatedAt: now, revision: before.revision + 1 };
}

function cleared<T>(change: T | null | undefined, before: T | null): T | null {
  return change === undefined ? before : change;
}

/** An id that the record knows is kept, once; every other contact gets a new one. */
function contactsOf(inputs: ContactInput[], known: Contact[], newId: NewId): Contact[] {
  const free = new Set(known.map(({ id }) => id));
  return inputs.map(({ id, contactName, email, phoneNumber, countryCode }) => ({
    id: id !== undefined && free.delete(id) ? id : newId(),
    contactName: contactName ?? null,
    email: email ?? null,
    phoneNumber: phoneNumber ?? null,
    countryCode: countryCode ?? null,
  }));
}

function eventOf(type: ClientEvent['type'], state: Client, before?: Client): ClientEvent {
  const data = clientView(state);
  const event = { type, recordId: state.id, sequence: state.revision, data };
  return before ? { ...event, previous: changedFields(clientView(before), data) } : event;
}

/** What was different before; `updatedAt` always is, and says nothing. */
function changedFields(before: ClientView, after: ClientView): Partial<ClientView> {
  const names = (Object.keys(before) as (keyof ClientView)[]).filter((name) => name !== 'updatedAt');
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name]]));
}
