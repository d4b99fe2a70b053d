import { z } from 'zod';
import {
  ArchivableStatus,
  Currency,
  described,
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
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import type { Client as ClientMessage } from '../../gen/product/v1/Client.ts';
import type { ClientInput as ClientInputMessage } from '../../gen/product/v1/ClientInput.ts';
import type { ClientPatch as ClientPatchMessage } from '../../gen/product/v1/ClientPatch.ts';
import type { ContactInput as ContactInputMessage } from '../../gen/product/v1/ContactInput.ts';
import type { ImportClientsRequest as ImportClientsMessage } from '../../gen/product/v1/ImportClientsRequest.ts';
import type { ListClientsRequest as ListClientsMessage } from '../../gen/product/v1/ListClientsRequest.ts';
import type { UpdateClientRequest as UpdateClientMessage } from '../../gen/product/v1/UpdateClientRequest.ts';

export const PriceCategory = z.enum(['high', 'medium', 'low']).describe('Price category of a client.');

const contactWords = {
  contactName: 'Name of the contact person.',
  email: 'Email address of the contact person. Its form is not checked.',
  phoneNumber: 'Phone number. Leave out the country code if `countryCode` has it.',
  countryCode: 'Country code of the phone number, for example `+351`.',
};

export const Contact = z.strictObject(
  described(
    {
      id: z.string(),
      contactName: text().nullable(),
      email: text().nullable(),
      phoneNumber: text().nullable(),
      countryCode: text().nullable(),
    },
    contactWords,
  ),
);

export const ContactInput = z.strictObject(
  described(
    {
      id: recordId()
        .exactOptional()
        .describe('Id of an existing contact, to keep that contact. Without an id, the service creates a new contact.'),
      contactName: text().exactOptional(),
      email: text().exactOptional(),
      phoneNumber: text().exactOptional(),
      countryCode: text().exactOptional(),
    },
    contactWords,
  ),
);
export type ContactInput = z.output<typeof ContactInput>;

const words = {
  name: 'Name of the client.',
  country: 'Country of the client, as free text.',
  maxAccountValue: 'Credit limit: the maximum sum of open orders and unpaid invoices, in `currency`.',
  currency: "Currency of the client's account.",
  priceCategory: 'Price category of the client.',
  paymentTerms: 'Payment terms of the client, as free text.',
  contacts: 'Contact persons.',
  billingAddress: 'Postal address for invoices.',
  taxId: 'Tax number of the client.',
  ordersCount: 'Number of orders that are not cancelled. It can be up to 5 seconds old.',
};

/** interface: Client; decisions 6: Client. */
export const Client = z.strictObject(
  described(
    {
      id: z.string(),
      name: text(),
      country: text(),
      maxAccountValue: z.number(),
      currency: Currency,
      priceCategory: PriceCategory.nullable(),
      paymentTerms: text().nullable(),
      contacts: z.array(Contact).nullable(),
      billingAddress: longText().nullable(),
      taxId: text().nullable(),
      ordersCount: z.int(),
      status: ArchivableStatus,
      createdAt: timestamp(),
      updatedAt: timestamp(),
    },
    words,
  ),
);
export type Client = z.output<typeof Client>;

export const ClientInput = z
  .strictObject(
    described(
      {
        name: text({ min: 1 }),
        country: text({ min: 1 }),
        maxAccountValue: number({ ge: 0 }),
        currency: Currency,
        priceCategory: PriceCategory.exactOptional(),
        paymentTerms: text().exactOptional(),
        contacts: list(ContactInput).exactOptional(),
        billingAddress: longText().exactOptional(),
        taxId: text().exactOptional(),
        /** A create may set any status (decisions 4). Later, only the operations archive and restore change it. */
        status: ArchivableStatus.exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      {
        name: 'Nordwind Apparel',
        country: 'Denmark',
        maxAccountValue: 50_000,
        currency: 'EUR',
        priceCategory: 'high',
        paymentTerms: '30 days net',
        contacts: [
          {
            contactName: 'Ana Reis',
            email: 'ana.reis@nordwind.example',
            phoneNumber: '912345678',
            countryCode: '+351',
          },
        ],
      },
    ],
  });
export type ClientInput = z.output<typeof ClientInput>;

export const ClientPatch = z
  .strictObject(optionalShape(ClientInput.omit({ status: true }).shape))
  .meta({ examples: [{ maxAccountValue: 75_000, paymentTerms: '45 days net' }] });
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
  priceCategory: PriceCategory.exactOptional().describe('Only clients of this price category.'),
  status: ArchivableStatus.exactOptional().describe('Only clients of this status.'),
};
/** The fields that GET /api/v1/clients sorts by (decisions 6: Client). */
export const clientSorts = ['createdAt', 'name'] as const;

export const ListClientsRequest = z.strictObject({ query: ListQuery, ...clientFilters });
export type ListClientsRequest = z.output<typeof ListClientsRequest>;

export const ImportClientsRequest = z.strictObject({ clients: list(ClientInput, { max: MAX_IMPORT }) });

export const client = resource({
  name: 'client',
  title: 'Client',
  plural: 'Clients',
  scope: 'clients',
  path: 'clients',
  section: 'Clients',
  about: 'Companies that the org produces for.',
  service: 'product',
  message: 'Client',
  field: 'client',
  reader: 'client',
  fields: {},
  record: Client,
  input: ClientInput,
  patch: ClientPatch,
  filters: clientFilters,
  sorts: clientSorts,
  searches: ['name', 'country'],
  moves: archivableMoves,
  imports: 'clients',
});

export type ClientPins = Agree<
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
