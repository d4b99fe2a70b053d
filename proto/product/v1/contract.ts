import { z } from 'zod';
import {
  archivableStatus,
  currency,
  ListQuery,
  list,
  longText,
  MAX_IMPORT,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Client as ClientMessage } from '../../gen/product/v1/Client.ts';
import type { ClientInput as ClientInputMessage } from '../../gen/product/v1/ClientInput.ts';
import type { ClientPatch as ClientPatchMessage } from '../../gen/product/v1/ClientPatch.ts';
import type { ContactInput as ContactInputMessage } from '../../gen/product/v1/ContactInput.ts';
import type { ImportClientsRequest as ImportClientsMessage } from '../../gen/product/v1/ImportClientsRequest.ts';
import type { ListClientsRequest as ListClientsMessage } from '../../gen/product/v1/ListClientsRequest.ts';
import type { UpdateClientRequest as UpdateClientMessage } from '../../gen/product/v1/UpdateClientRequest.ts';

export * from './bom.contract.ts';
export * from './exchange-rate.contract.ts';
export * from './style.contract.ts';

const priceCategory = () => z.enum(['high', 'medium', 'low']);

export const Contact = z.strictObject({
  id: z.string(),
  contactName: text().nullable(),
  email: text().nullable(),
  phoneNumber: text().nullable(),
  countryCode: text().nullable(),
});

export const ContactInput = z.strictObject({
  id: recordId().exactOptional(),
  contactName: text().exactOptional(),
  email: text().exactOptional(),
  phoneNumber: text().exactOptional(),
  countryCode: text().exactOptional(),
});
export type ContactInput = z.output<typeof ContactInput>;

/** interface: Client; decisions 6: Client. */
export const Client = z.strictObject({
  id: z.string(),
  name: text(),
  country: text(),
  maxAccountValue: z.number(),
  currency: currency(),
  priceCategory: priceCategory().nullable(),
  paymentTerms: text().nullable(),
  contacts: z.array(Contact).nullable(),
  billingAddress: longText().nullable(),
  taxId: text().nullable(),
  ordersCount: z.int(),
  status: archivableStatus(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type Client = z.output<typeof Client>;

export const ClientInput = z.strictObject({
  name: text({ min: 1 }),
  country: text({ min: 1 }),
  maxAccountValue: number({ ge: 0 }),
  currency: currency(),
  priceCategory: priceCategory().exactOptional(),
  paymentTerms: text().exactOptional(),
  contacts: list(ContactInput).exactOptional(),
  billingAddress: longText().exactOptional(),
  taxId: text().exactOptional(),
  /** Creating may name any status (decisions 4); a change of it is a move. */
  status: archivableStatus().exactOptional(),
});
export type ClientInput = z.output<typeof ClientInput>;

export const ClientPatch = z.strictObject(optionalShape(ClientInput.omit({ status: true }).shape));
export type ClientPatch = z.output<typeof ClientPatch>;

export const CreateClientRequest = z.strictObject({ client: ClientInput });

export const UpdateClientRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: ClientPatch,
  fields: z.array(z.string()),
});
export type UpdateClientRequest = z.output<typeof UpdateClientRequest>;

/** The fields that GET /api/v1/clients filters by (decisions 6: Client). */
export const clientFilters = {
  priceCategory: priceCategory().exactOptional(),
  status: archivableStatus().exactOptional(),
};
/** The fields that GET /api/v1/clients sorts by (decisions 6: Client). */
export const clientSorts = ['createdAt', 'name'] as const;

export const ListClientsRequest = z.strictObject({ query: ListQuery, ...clientFilters });
export type ListClientsRequest = z.output<typeof ListClientsRequest>;

export const ImportClientsRequest = z.strictObject({ clients: list(ClientInput, { max: MAX_IMPORT }) });

/** decisions 5: Event names. */
export const clientEvents = {
  'client.created': Client,
  'client.updated': Client,
  'client.archived': Client,
  'client.restored': Client,
  'client.deleted': Client,
} as const;

export type Pins = Agree<
  [
    Pinned<Client, ClientMessage>,
    Pinned<ContactInput, ContactInputMessage>,
    Pinned<ClientInput, ClientInputMessage>,
    Pinned<ClientPatch, ClientPatchMessage>,
    Pinned<UpdateClientRequest, UpdateClientMessage>,
    Pinned<ListClientsRequest, ListClientsMessage>,
    Pinned<z.output<typeof ImportClientsRequest>, ImportClientsMessage>,
  ]
>;
export * from './material.contract.ts';
export * from './supplier.contract.ts';
