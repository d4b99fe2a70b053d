import type { z } from 'zod';
import { ArchivableStatus } from '../../common/v1/contract.ts';
import {
  clearable,
  currency,
  freeText,
  inputOf,
  patchOf,
  recordOf,
  required,
  shortText,
  stateOf,
  wholeNumber,
} from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { ImportSuppliersRequest as ImportSuppliersMessage } from '../../gen/product/v1/ImportSuppliersRequest.ts';
import type { ListSuppliersRequest as ListSuppliersMessage } from '../../gen/product/v1/ListSuppliersRequest.ts';
import type { Supplier as SupplierMessage } from '../../gen/product/v1/Supplier.ts';
import type { SupplierInput as SupplierInputMessage } from '../../gen/product/v1/SupplierInput.ts';
import type { UpdateSupplierRequest as UpdateSupplierMessage } from '../../gen/product/v1/UpdateSupplierRequest.ts';
import { contacts } from './contact.contract.ts';

const fields = {
  name: required(shortText({ min: 1 }), 'Name of the supplier.'),
  country: clearable(shortText(), 'Country of the supplier, as free text.'),
  currency: clearable(
    currency(),
    'Currency in which the supplier is paid, as an ISO 4217 code. A new value with a withdrawn code is refused.',
  ),
  email: clearable(shortText(), 'Email address of the supplier. Its form is not checked.'),
  phoneNumber: clearable(shortText(), 'Phone number of the supplier.'),
  leadTimeDays: clearable(wholeNumber({ ge: 0 }), 'Lead time: days from an order to the delivery of the goods.'),
  address: clearable(freeText(), 'Postal address of the supplier.'),
  taxId: clearable(shortText(), 'Tax number of the supplier.'),
  bankName: clearable(shortText(), "Name of the supplier's bank."),
  bankAccountNumber: clearable(
    shortText(),
    'Number of the bank account, as an IBAN or in another form. Its form is not checked.',
  ),
  bic: clearable(shortText(), 'BIC of the bank. Its form is not checked.'),
  contacts: contacts(),
  status: stateOf(ArchivableStatus),
};

/** decisions 6: Supplier. */
export const Supplier = recordOf(fields);
export type Supplier = z.output<typeof Supplier>;

export const SupplierInput = inputOf(fields).meta({
  examples: [
    {
      name: 'Tessitura Valmarina',
      country: 'Italy',
      currency: 'EUR',
      email: 'vendite@valmarina.example',
      phoneNumber: '+39 015 849 2210',
      leadTimeDays: 42,
      address: 'Via Cernaia 14, 13900 Biella',
      taxId: 'IT02233440028',
      bankName: 'Banca Valmarina',
      bankAccountNumber: 'IT60X0542811101000000123456',
      bic: 'VALMIT22',
      contacts: [{ contactName: 'Chiara Ferro', email: 'ferro@valmarina.example' }],
    },
  ],
});
export type SupplierInput = z.output<typeof SupplierInput>;

export const SupplierPatch = patchOf(fields).meta({ examples: [{ leadTimeDays: 35 }] });
export type SupplierPatch = z.output<typeof SupplierPatch>;

export const supplier = resource({
  name: 'supplier',
  title: 'Supplier',
  plural: 'Suppliers',
  scope: 'suppliers',
  path: 'suppliers',
  section: 'Suppliers',
  about: 'Companies that the org buys from.',
  service: 'product',
  message: 'Supplier',
  field: 'supplier',
  reader: 'staff',
  fields,
  record: Supplier,
  input: SupplierInput,
  patch: SupplierPatch,
  filters: { status: severalOf(ArchivableStatus, 'Only suppliers of this status.') },
  sorts: ['createdAt', 'name'],
  searches: ['name', 'country'],
  moves: archivableMoves,
  imports: 'suppliers',
});

export type SupplierPins = Agree<
  [
    Pinned<Supplier, SupplierMessage>,
    // A create and a change share the message.
    Pinned<Partial<SupplierInput>, SupplierInputMessage>,
    Pinned<Omit<z.output<typeof supplier.requests.update>, 'patch'>, Omit<UpdateSupplierMessage, 'patch'>>,
    Pinned<z.output<typeof supplier.requests.list>, ListSuppliersMessage>,
    Pinned<Record<typeof supplier.imports, Partial<SupplierInput>[]>, ImportSuppliersMessage>,
  ]
>;
