import { z } from 'zod';
import { ArchivableStatus, described, list, number, RecordRequest, recordId, text } from '../../common/v1/contract.ts';
import {
  clearable,
  custom,
  freeText,
  inputOf,
  patchOf,
  readOnly,
  recordOf,
  reference,
  required,
  shortText,
  stateOf,
} from '../../common/v1/fields.contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import { archivableMoves, resource } from '../../common/v1/resource.contract.ts';
import { severalOf } from '../../common/v1/several.contract.ts';
import type { ImportStylesRequest as ImportStylesMessage } from '../../gen/product/v1/ImportStylesRequest.ts';
import type { ListStylesRequest as ListStylesMessage } from '../../gen/product/v1/ListStylesRequest.ts';
import type { SetKitRequest as SetKitMessage } from '../../gen/product/v1/SetKitRequest.ts';
import type { Style as StyleMessage } from '../../gen/product/v1/Style.ts';
import type { StyleInput as StyleInputMessage } from '../../gen/product/v1/StyleInput.ts';
import type { UpdateStyleRequest as UpdateStyleMessage } from '../../gen/product/v1/UpdateStyleRequest.ts';

const kitWords = {
  skuId: 'Id of a SKU in the kit. It can be a SKU of any style.',
  styleId: 'Id of the style of that SKU.',
  quantity: 'Quantity of that SKU in the kit. Above 0.',
  color: 'Color of that SKU.',
  size: 'Size of that SKU.',
};

export const KitEntry = z.strictObject(
  described(
    {
      skuId: z.string(),
      styleId: z.string(),
      quantity: z.number(),
      color: z.string(),
      size: z.string(),
    },
    kitWords,
  ),
);

const skuWords = {
  color: 'Color of the SKU: an entry of `colors` of the style.',
  size: 'Size of the SKU: an entry of `sizes` of the style.',
  qrData: 'Content of the QR code: `<documentId>:<color>:<size>`.',
  isKittedBundle: 'True if the SKU is a kit of other SKUs.',
  kittedBundle: 'SKUs that the kit contains. Empty if the SKU is not a kit.',
};

export const Sku = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      color: z.string(),
      size: z.string(),
      qrData: z.string(),
      isKittedBundle: z.boolean(),
      kittedBundle: z.array(KitEntry),
    },
    skuWords,
  ),
);

/** Colors or sizes, without duplicates. */
const variants = () =>
  list(text({ min: 1 })).refine((names) => new Set(names).size === names.length, 'each may be named once');

const fields = {
  documentId: readOnly({ answered: z.string(), stored: String }),
  name: required(shortText({ min: 1 }), 'Name of the style.'),
  refId: clearable(shortText({ min: 1 }), 'Your own reference number. Unique in the org.'),
  clientId: clearable(reference(), 'Id of the client that owns the style. Users of that client can read it.'),
  clientName: readOnly(
    { answered: z.string().nullable() },
    'Current name of the client. Null if the style has no client.',
  ),
  picture: clearable(freeText(), 'URL of a picture. The service never fetches it.'),
  description: clearable(freeText(), 'Description, as free text.'),
  colors: custom(
    { sent: variants().exactOptional(), answered: z.array(text()) },
    'Colors of the style. Each color occurs once.',
  ),
  sizes: custom(
    { sent: variants().exactOptional(), answered: z.array(text()) },
    'Sizes of the style. Each size occurs once.',
  ),
  skus: readOnly({ answered: z.array(Sku) }, 'SKUs of the style: one for each color in each size.'),
  skuCount: readOnly({ answered: z.int(), stored: Number }, 'Number of SKUs.'),
  status: stateOf(ArchivableStatus),
};

/** interface: Style; decisions 6: Style. */
export const Style = recordOf(fields);
export type Style = z.output<typeof Style>;

export const StyleInput = inputOf(fields).meta({
  examples: [
    {
      name: 'Fjord rain jacket',
      clientId: '{client_id}',
      description: 'Three layers, taped seams',
      colors: ['Navy', 'Moss'],
      sizes: ['S', 'M', 'L'],
    },
  ],
});
export type StyleInput = z.output<typeof StyleInput>;

export const StylePatch = patchOf(fields).meta({ examples: [{ sizes: ['S', 'M', 'L', 'XL'] }] });
export type StylePatch = z.output<typeof StylePatch>;

/** A kit entry in a request. The service ignores the other fields of an entry, so that callers can send an answer back. */
const KitEntryInput = z.strictObject(
  described(
    {
      skuId: recordId(),
      quantity: number().refine((quantity) => quantity > 0, 'Input should be greater than 0'),
    },
    kitWords,
  ),
);

/** The body of PUT …/skus/{skuId}/kit: all entries of the kit. An empty list makes the SKU an ordinary SKU again. */
export const KitInput = z
  .strictObject({
    kittedBundle: list(KitEntryInput).describe(
      'All entries of the kit. An empty list makes the SKU an ordinary SKU again.',
    ),
  })
  .meta({ examples: [{ kittedBundle: [{ skuId: '{other_sku_id}', quantity: 2 }] }] });

export const SetKitRequest = z.strictObject({ ...RecordRequest.shape, skuId: recordId(), ...KitInput.shape });

export const style = resource({
  name: 'style',
  title: 'Style',
  plural: 'Styles',
  scope: 'styles',
  path: 'styles',
  section: 'Styles',
  about: 'Products that the org makes, with a SKU for each color in each size.',
  service: 'product',
  message: 'Style',
  field: 'style',
  reader: 'client',
  fields,
  record: Style,
  input: StyleInput,
  patch: StylePatch,
  filters: {
    clientId: recordId().exactOptional().describe('Only styles of the client of this id.'),
    status: severalOf(ArchivableStatus, 'Only styles of this status.'),
    materialId: recordId()
      .exactOptional()
      .describe(
        'Only styles with a BOM that has the material of this id among the options of a line, in a version of any status. A caller of role client finds none.',
      ),
  },
  sorts: ['createdAt', 'name'],
  searches: ['name', 'refId', 'documentId'],
  moves: archivableMoves,
  imports: 'styles',
});

export type StylePins = Agree<
  [
    Pinned<Style, StyleMessage>,
    // A create and a change share the message.
    Pinned<Partial<StyleInput>, StyleInputMessage>,
    Pinned<Omit<z.output<typeof style.requests.update>, 'patch'>, Omit<UpdateStyleMessage, 'patch'>>,
    Pinned<z.output<typeof style.requests.list>, ListStylesMessage>,
    Pinned<Record<typeof style.imports, Partial<StyleInput>[]>, ImportStylesMessage>,
    Pinned<z.output<typeof SetKitRequest>, SetKitMessage>,
  ]
>;
