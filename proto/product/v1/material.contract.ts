import { z } from 'zod';
import { ArchivableStatus, list, MAX_IMPORT, number, RecordRequest, recordId, text } from '../../common/v1/contract.ts';
import {
  clearable,
  currency,
  custom,
  freeText,
  inputOf,
  partOf,
  parts,
  patchOf,
  readOnly,
  realNumber,
  recordOf,
  required,
  shortText,
  stateOf,
  wholeNumber,
} from '../../common/v1/fields.contract.ts';
import { freeFieldsText, freeForm } from '../../common/v1/free-form.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { ImportMaterialsRequest as ImportMaterialsMessage } from '../../gen/product/v1/ImportMaterialsRequest.ts';
import type { ListMaterialsRequest as ListMaterialsMessage } from '../../gen/product/v1/ListMaterialsRequest.ts';
import type { Material as MaterialMessage } from '../../gen/product/v1/Material.ts';
import type { MaterialInput as MaterialInputMessage } from '../../gen/product/v1/MaterialInput.ts';
import type { MaterialPatch as MaterialPatchMessage } from '../../gen/product/v1/MaterialPatch.ts';
import type { UpdateMaterialRequest as UpdateMaterialMessage } from '../../gen/product/v1/UpdateMaterialRequest.ts';

export const materialSku = partOf('SKU', {
  color: clearable(shortText(), 'Color of the SKU, as free text.'),
  size: clearable(shortText(), 'Size of the SKU, as free text.'),
  code: clearable(shortText(), 'Code of the SKU: your own or the one of the supplier.'),
});
export type MaterialSku = z.output<typeof materialSku.answered>;

const fields = {
  documentId: readOnly({ answered: z.string(), stored: String }),
  name: required(shortText({ min: 1 }), 'Name of the material.'),
  type: clearable(shortText(), 'Type of the material, as free text, for example `fabric` or `trim`.'),
  unit: clearable(shortText(), 'Unit of measure, as free text, for example `m` or `pc`.'),
  refId: clearable(shortText({ min: 1 }), 'Your own reference number. Unique in the org.'),
  description: clearable(freeText(), 'Description, as free text.'),
  composition: clearable(freeText(), 'Composition of the material, for example `100% organic cotton`.'),
  color: clearable(shortText(), 'Color of the material, as free text.'),
  widthCm: clearable(realNumber({ ge: 0 }), 'Width in centimetres.'),
  weightGsm: clearable(realNumber({ ge: 0 }), 'Weight in grams per square metre.'),
  supplierId: custom(
    { sent: recordId().exactOptional(), answered: z.string().nullable(), stored: String },
    'Id of the supplier.',
  ),
  supplierName: readOnly({ answered: text().nullable() }, 'Name of the supplier.'),
  costInNativeCurrency: custom(
    { sent: number({ ge: 0 }).exactOptional(), answered: z.number().nullable(), stored: Number },
    'Cost of one unit, in `nativeCurrency`.',
  ),
  nativeCurrency: clearable(currency(), 'Currency in which the material is bought.'),
  leadTimeDays: clearable(wholeNumber({ ge: 0 }), 'Lead time: days from an order to the delivery of the goods.'),
  moq: clearable(realNumber({ ge: 0 }), 'Minimum order quantity, in `unit`.'),
  skus: parts(materialSku, 'SKUs of the material: its colors and sizes.'),
  status: stateOf(ArchivableStatus),
};

/** The named fields. A record can have additional free fields. */
const Named = recordOf(fields);
export type NamedMaterial = z.output<typeof Named>;

/** decisions 6: Material. Free fields are stored and returned as sent. */
export const Material = z.object(Named.shape).catchall(z.unknown());

/** The named fields and the free fields of the caller. Only `name` is required. */
export const MaterialInput = freeForm(inputOf(fields).shape).meta({
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
export const MaterialPatch = freeForm(patchOf(fields).shape).meta({
  examples: [{ costInNativeCurrency: 6.85, finish: null }],
});

const freeFields = freeFieldsText(Object.keys(Named.shape)).exactOptional();
const MaterialInMessage = inputOf(fields).extend({ freeFields });
export const MaterialPatchInMessage = patchOf(fields).extend({ freeFields });
export type MaterialInMessage = z.output<typeof MaterialInMessage>;

export const CreateMaterialRequest = z.strictObject({ material: MaterialInMessage });

export const UpdateMaterialRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: MaterialPatchInMessage,
  fields: z.array(z.string()),
});

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
  fields,
  record: Material,
  input: MaterialInput,
  patch: MaterialPatch,
  filters: {
    type: text().exactOptional().describe('Only materials of this type.'),
    supplierId: recordId().exactOptional().describe('Only materials of the supplier of this id.'),
    status: severalOf(ArchivableStatus, 'Only materials of this status.'),
  },
  sorts: ['createdAt', 'name'],
  amounts: ['costInNativeCurrency'],
  searches: ['name', 'refId'],
  moves: archivableMoves,
  imports: 'materials',
});

export type MaterialPins = Agree<
  [
    Pinned<NamedMaterial & { freeFields?: string }, MaterialMessage>,
    Pinned<MaterialInMessage, MaterialInputMessage>,
    Pinned<z.output<typeof MaterialPatchInMessage>, MaterialPatchMessage>,
    Pinned<z.output<typeof UpdateMaterialRequest>, UpdateMaterialMessage>,
    Pinned<z.output<typeof material.requests.list>, ListMaterialsMessage>,
    Pinned<z.output<typeof ImportMaterialsRequest>, ImportMaterialsMessage>,
  ]
>;
