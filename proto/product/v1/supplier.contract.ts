import { z } from 'zod';
import {
  ArchivableStatus,
  archivableEvents,
  Currency,
  described,
  integer,
  ListQuery,
  list,
  MAX_IMPORT,
  optionalShape,
  RecordRequest,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ImportSuppliersRequest as ImportSuppliersMessage } from '../../gen/product/v1/ImportSuppliersRequest.ts';
import type { ListSuppliersRequest as ListSuppliersMessage } from '../../gen/product/v1/ListSuppliersRequest.ts';
import type { Supplier as SupplierMessage } from '../../gen/product/v1/Supplier.ts';
import type { SupplierInput as SupplierInputMessage } from '../../gen/product/v1/SupplierInput.ts';
import type { SupplierPatch as SupplierPatchMessage } from '../../gen/product/v1/SupplierPatch.ts';
import type { UpdateSupplierRequest as UpdateSupplierMessage } from '../../gen/product/v1/UpdateSupplierRequest.ts';

const words = {
  name: 'What it is called.',
  country: 'Where it is, in any words.',
  currency: 'In which it is paid.',
  email: 'Where it is written to.',
  phoneNumber: 'Where it is called.',
  leadTimeDays: 'Days from an order to the goods.',
};

/** decisions 6: Supplier. */
export const Supplier = z.strictObject(
  described(
    {
      id: z.string(),
      name: text(),
      country: text().nullable(),
      currency: Currency.nullable(),
      email: text().nullable(),
      phoneNumber: text().nullable(),
      leadTimeDays: z.int().nullable(),
      status: ArchivableStatus,
      createdAt: timestamp(),
      updatedAt: timestamp(),
    },
    words,
  ),
);
export type Supplier = z.output<typeof Supplier>;

export const SupplierInput = z
  .strictObject(
    described(
      {
        name: text({ min: 1 }),
        country: text().exactOptional(),
        currency: Currency.exactOptional(),
        email: text().exactOptional(),
        phoneNumber: text().exactOptional(),
        leadTimeDays: integer({ ge: 0 }).exactOptional(),
        /** Creating may name any status (decisions 4); a change of it is a move. */
        status: ArchivableStatus.exactOptional(),
      },
      words,
    ),
  )
  .meta({
    examples: [
      {
        name: 'Tessitura Valmarina',
        country: 'Italy',
        currency: 'EUR',
        email: 'vendite@valmarina.example',
        phoneNumber: '+39 015 849 2210',
        leadTimeDays: 42,
      },
    ],
  });
export type SupplierInput = z.output<typeof SupplierInput>;

export const SupplierPatch = z
  .strictObject(optionalShape(SupplierInput.omit({ status: true }).shape))
  .meta({ examples: [{ leadTimeDays: 35 }] });
export type SupplierPatch = z.output<typeof SupplierPatch>;

export const CreateSupplierRequest = z.strictObject({ supplier: SupplierInput });

export const UpdateSupplierRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: SupplierPatch,
  fields: z.array(z.string()),
});

/** The fields that GET /api/v1/suppliers filters and sorts by. */
export const supplierFilters = {
  status: ArchivableStatus.exactOptional().describe('Only suppliers of this status.'),
};
export const supplierSorts = ['createdAt', 'name'] as const;

export const ListSuppliersRequest = z.strictObject({ query: ListQuery, ...supplierFilters });

export const ImportSuppliersRequest = z.strictObject({ suppliers: list(SupplierInput, { max: MAX_IMPORT }) });

export const supplierEvents = archivableEvents('supplier', Supplier);

export type SupplierPins = Agree<
  [
    Pinned<Supplier, SupplierMessage>,
    Pinned<SupplierInput, SupplierInputMessage>,
    Pinned<SupplierPatch, SupplierPatchMessage>,
    Pinned<z.output<typeof UpdateSupplierRequest>, UpdateSupplierMessage>,
    Pinned<z.output<typeof ListSuppliersRequest>, ListSuppliersMessage>,
    Pinned<z.output<typeof ImportSuppliersRequest>, ImportSuppliersMessage>,
  ]
>;
