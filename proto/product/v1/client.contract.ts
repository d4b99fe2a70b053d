import { z } from 'zod';
import { ArchivableStatus } from '../../common/v1/contract.ts';
import {
  clearable,
  country,
  currency,
  freeText,
  inputOf,
  language,
  oneOf,
  partOf,
  parts,
  patchOf,
  readOnly,
  realNumber,
  recordOf,
  required,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import { paymentTerms } from '../../common/v1/payment-terms.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { Client as ClientMessage } from '../../gen/product/v1/Client.ts';
import type { ClientInput as ClientInputMessage } from '../../gen/product/v1/ClientInput.ts';
import type { ClientPatch as ClientPatchMessage } from '../../gen/product/v1/ClientPatch.ts';
import type { DeliveryAddress as DeliveryAddressMessage } from '../../gen/product/v1/DeliveryAddress.ts';
import type { DeliveryAddressInput as DeliveryAddressInputMessage } from '../../gen/product/v1/DeliveryAddressInput.ts';
import type { ImportClientsRequest as ImportClientsMessage } from '../../gen/product/v1/ImportClientsRequest.ts';
import type { ListClientsRequest as ListClientsMessage } from '../../gen/product/v1/ListClientsRequest.ts';
import type { UpdateClientRequest as UpdateClientMessage } from '../../gen/product/v1/UpdateClientRequest.ts';
import { contacts } from './contact.contract.ts';

export const PriceCategory = z.enum(['high', 'medium', 'low']).describe('Price category of a client.');

/** An address to which the client's goods are shipped. */
export const deliveryAddress = partOf('delivery address', {
  name: required(shortText({ min: 1 }), 'Name of the address: of the place, or of the company there.'),
  address: required(freeText({ min: 1 }), 'Postal address for goods.'),
  country: clearable(shortText(), 'Country of the address, as free text.'),
});
export const { answered: DeliveryAddress, sent: DeliveryAddressInput } = deliveryAddress;
export type DeliveryAddress = z.output<typeof DeliveryAddress>;

const MAX_DELIVERY_ADDRESSES = 50;

const fields = {
  name: required(shortText({ min: 1 }), 'Name of the client.'),
  country: required(shortText({ min: 1 }), 'Country of the client, as free text.'),
  maxAccountValue: required(
    realNumber({ ge: 0 }),
    'Credit limit: the maximum sum of open orders and unpaid invoices, in `currency`.',
  ),
  currency: required(
    currency(),
    "Currency of the client's account, as an ISO 4217 code. A new value with a withdrawn code is refused.",
  ),
  priceCategory: clearable(oneOf(PriceCategory), 'Price category of the client.'),
  paymentTerms: clearable(shortText(), 'Payment terms of the client, as free text.'),
  ...paymentTerms(),
  contacts: contacts(),
  billingAddress: clearable(freeText(), 'Postal address for invoices.'),
  deliveryAddresses: parts(deliveryAddress, 'Addresses for goods.', MAX_DELIVERY_ADDRESSES),
  taxId: clearable(shortText(), 'Tax number of the client.'),
  vatCountry: clearable(country(), 'Country whose VAT applies to the client, as an ISO 3166-1 code of two letters.'),
  language: clearable(language(), 'Language of documents for the client, as a BCP 47 tag such as `pt` or `de-CH`.'),
  ordersCount: readOnly(
    { answered: z.int(), stored: Number },
    'Number of orders that are not cancelled. It can be up to 5 seconds old.',
  ),
  status: stateOf(ArchivableStatus),
};

/** interface: Client; decisions 6: Client. */
export const Client = recordOf(fields);
export type Client = z.output<typeof Client>;

export const ClientInput = inputOf(fields).meta({
  examples: [
    {
      name: 'Nordwind Apparel',
      country: 'Denmark',
      maxAccountValue: 50_000,
      currency: 'EUR',
      priceCategory: 'high',
      paymentTerms: '30 days net',
      paymentTermsDays: 30,
      discountPercent: 2,
      discountDays: 10,
      vatCountry: 'DK',
      language: 'da',
      contacts: [
        {
          contactName: 'Ana Reis',
          email: 'ana.reis@nordwind.example',
          phoneNumber: '912345678',
          countryCode: '+351',
        },
      ],
      deliveryAddresses: [{ name: 'Warehouse', address: 'Nordre Toldbod 11, 1259 København K', country: 'Denmark' }],
    },
  ],
});
export type ClientInput = z.output<typeof ClientInput>;

export const ClientPatch = patchOf(fields).meta({
  examples: [{ maxAccountValue: 75_000, paymentTerms: '45 days net' }],
});
export type ClientPatch = z.output<typeof ClientPatch>;

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
  fields,
  record: Client,
  input: ClientInput,
  patch: ClientPatch,
  filters: {
    priceCategory: severalOf(PriceCategory, 'Only clients of this price category.'),
    status: severalOf(ArchivableStatus, 'Only clients of this status.'),
  },
  sorts: ['createdAt', 'name'],
  amounts: ['maxAccountValue'],
  searches: ['name', 'country'],
  moves: archivableMoves,
  imports: 'clients',
});

export type ClientPins = Agree<
  [
    Pinned<Client, ClientMessage>,
    Pinned<DeliveryAddress, DeliveryAddressMessage>,
    Pinned<z.output<typeof DeliveryAddressInput>, DeliveryAddressInputMessage>,
    Pinned<ClientInput, ClientInputMessage>,
    Pinned<ClientPatch, ClientPatchMessage>,
    Pinned<z.output<typeof client.requests.update>, UpdateClientMessage>,
    Pinned<z.output<typeof client.requests.list>, ListClientsMessage>,
    Pinned<z.output<typeof client.requests.import>, ImportClientsMessage>,
  ]
>;
