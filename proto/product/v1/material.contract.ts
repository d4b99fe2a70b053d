import { z } from 'zod';
import {
  ArchivableStatus,
  Currency,
  described,
  integer,
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
import { freeFieldsText, freeForm } from '../../common/v1/free-form.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import type { ImportMaterialsRequest as ImportMaterialsMessage } from '../../gen/product/v1/ImportMaterialsRequest.ts';
import type { ListMaterialsRequest as ListMaterialsMessage } from '../../gen/product/v1/ListMaterialsRequest.ts';
import type { Material as MaterialMessage } from '../../gen/product/v1/Material.ts';
import type { MaterialInput as MaterialInputMessage } from '../../gen/product/v1/MaterialInput.ts';
import type { MaterialPatch as MaterialPatchMessage } from '../../gen/product/v1/MaterialPatch.ts';
import type { UpdateMaterialRequest as UpdateMaterialMessage } from '../../gen/product/v1/UpdateMaterialRequest.ts';

const skuWords = {
  color: 'Color of the SKU, as free text.',
  size: 'Size of the SKU, as free text.',
  code: 'Code of the SKU: your own or the one of the supplier.',
};

const MaterialSku = z.strictObject(
  described(
    {
      id: z.string(),
      color: text().nullable(),
      size: text().nullable(),
      code: text().nullable(),
    },
    skuWords,
  ),
);

const MaterialSkuInput = z.strictObject(
  described(
    {
      id: recordId()
        .exactOptional()
        .describe('Id of an existing SKU, to keep that SKU. If it is absent, the service creates a new SKU.'),
      color: text().exactOptional(),
      size: text().exactOptional(),
      code: text().exactOptional(),
    },
    skuWords,
  ),
);

const words = {
  name: 'Name of the material.',
  type: 'Type of the material, as free text, for example `fabric` or `trim`.',
  unit: 'Unit of measure, as free text, for example `m` or `pc`.',
  refId: 'Your own reference number. Unique in the org.',
  description: 'Description, as free text.',
  composition: 'Composition of the material, for example `100% organic cotton`.',
  color: 'Color of the material, as free text.',
  widthCm: 'Width in centimetres.',
  weightGsm: 'Weight in grams per square metre.',
  supplierId: 'Id of the supplier.',
  supplierName: 'Name of the supplier.',
  costInNativeCurrency: 'Cost of one unit, in `nativeCurrency`.',
  nativeCurrency: 'Currency in which the material is bought.',
  leadTimeDays: 'Lead time: days from an order to the delivery of the goods.',
  moq: 'Minimum order quantity, in `unit`.',
  skus: 'SKUs of the material: its colors and sizes.',
};

/** The named fields. A record can have additional free fields. */
const typed = described(
  {
    id: z.string(),
    documentId: z.string(),
    name: text(),
    type: text().nullable(),
    unit: text().nullable(),
    refId: text().nullable(),
    description: longText().nullable(),
    composition: longText().nullable(),
    color: text().nullable(),
    widthCm: z.number().nullable(),
    weightGsm: z.number().nullable(),
    supplierId: z.string().nullable(),
    supplierName: text().nullable(),
    costInNativeCurrency: z.number().nullable(),
    nativeCurrency: Currency.nullable(),
    leadTimeDays: z.int().nullable(),
    moq: z.number().nullable(),
    skus: z.array(MaterialSku).nullable(),
    status: ArchivableStatus,
    createdAt: timestamp(),
    updatedAt: timestamp(),
  },
  words,
);

/** decisions 6: Material. Free fields are stored and returned as sent. */
export const Material = z.object(typed).catchall(z.unknown());
export type Material = z.output<typeof Material>;

const inputs = described(
  {
    name: text({ min: 1 }),
    type: text().exactOptional(),
    unit: text().exactOptional(),
    refId: text({ min: 1 }).exactOptional(),
    description: longText().exactOptional(),
    composition: longText().exactOptional(),
    color: text().exactOptional(),
    widthCm: number({ ge: 0 }).exactOptional(),
    weightGsm: number({ ge: 0 }).exactOptional(),
    supplierId: recordId().exactOptional(),
    costInNativeCurrency: number({ ge: 0 }).exactOptional(),
    nativeCurrency: Currency.exactOptional(),
    leadTimeDays: integer({ ge: 0 }).exactOptional(),
    moq: number({ ge: 0 }).exactOptional(),
    skus: list(MaterialSkuInput).exactOptional(),
  },
  words,
);
/** A create may set any status (decisions 4). Later, only the operations archive and restore change it. */
const status = ArchivableStatus.exactOptional();

/** The named fields and the free fields of the caller. Only `name` is required. */
export const MaterialInput = freeForm(described({ ...inputs, status })).meta({
  examples: [
    {
      name: 'Organic cotton twill',
      type: 'fabric',
      unit: 'm',
      composition: '100% organic cotton',
      color: 'Navy',
      widthCm: 150,
      weightGsm: 240,
      supplierId: '{supplier_id}',
      costInNativeCurrency: 6.4,
      nativeCurrency: 'EUR',
      leadTimeDays: 30,
      moq: 300,
      skus: [{ color: 'Navy', size: '150 cm', code: 'TW-240-NV' }],
      finish: 'enzyme washed',
    },
  ],
});
export const MaterialPatch = freeForm(optionalShape(inputs)).meta({
  examples: [{ costInNativeCurrency: 6.85, finish: null }],
});

const freeFields = freeFieldsText(Object.keys(typed)).exactOptional();
const MaterialInMessage = z.strictObject({ ...inputs, status, freeFields });
const MaterialPatchInMessage = z.strictObject({ ...optionalShape(inputs), freeFields });

export const CreateMaterialRequest = z.strictObject({ material: MaterialInMessage });

export const UpdateMaterialRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: MaterialPatchInMessage,
  fields: z.array(z.string()),
});

/** The fields that GET /api/v1/materials filters and sorts by (decisions 6: Material). */
export const materialFilters = {
  type: text().exactOptional().describe('Only materials of this type.'),
  supplierId: recordId().exactOptional().describe('Only materials of the supplier of this id.'),
  status: ArchivableStatus.exactOptional().describe('Only materials of this status.'),
};
export const materialSorts = ['createdAt', 'name'] as const;

export const ListMaterialsRequest = z.strictObject({ query: ListQuery, ...materialFilters });

export const ImportMaterialsRequest = z.strictObject({ materials: list(MaterialInMessage, { max: MAX_IMPORT }) });

export const material = resource({
  name: 'material',
  title: 'Material',
  plural: 'Materials',
  scope: 'materials',
  path: 'materials',
  section: 'Materials',
  about: 'Materials that styles are made of. A material can have free fields in addition to the named fields.',
  service: 'product',
  message: 'Material',
  field: 'material',
  reader: 'staff',
  fields: {},
  record: Material,
  input: MaterialInput,
  patch: MaterialPatch,
  filters: materialFilters,
  sorts: materialSorts,
  searches: ['name', 'refId'],
  moves: archivableMoves,
  imports: 'materials',
});

type MaterialOnTheWire = { [Name in keyof typeof typed]: z.output<(typeof typed)[Name]> } & { freeFields?: string };

export type MaterialPins = Agree<
  [
    Pinned<MaterialOnTheWire, MaterialMessage>,
    Pinned<z.output<typeof MaterialInMessage>, MaterialInputMessage>,
    Pinned<z.output<typeof MaterialPatchInMessage>, MaterialPatchMessage>,
    Pinned<z.output<typeof UpdateMaterialRequest>, UpdateMaterialMessage>,
    Pinned<z.output<typeof ListMaterialsRequest>, ListMaterialsMessage>,
    Pinned<z.output<typeof ImportMaterialsRequest>, ImportMaterialsMessage>,
  ]
>;
