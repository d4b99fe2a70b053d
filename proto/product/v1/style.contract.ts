import { z } from 'zod';
import {
  ArchivableStatus,
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
import type { ImportStylesRequest as ImportStylesMessage } from '../../gen/product/v1/ImportStylesRequest.ts';
import type { ListStylesRequest as ListStylesMessage } from '../../gen/product/v1/ListStylesRequest.ts';
import type { SetKitRequest as SetKitMessage } from '../../gen/product/v1/SetKitRequest.ts';
import type { Style as StyleMessage } from '../../gen/product/v1/Style.ts';
import type { StyleInput as StyleInputMessage } from '../../gen/product/v1/StyleInput.ts';
import type { StylePatch as StylePatchMessage } from '../../gen/product/v1/StylePatch.ts';
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

const words = {
  name: 'Name of the style.',
  refId: 'Your own reference number. Unique in the org.',
  clientId: 'Id of the client that owns the style. Users of that client can read it.',
  picture: 'URL of a picture. The service never fetches it.',
  description: 'Description, as free text.',
  colors: 'Colors of the style. Each color occurs once.',
  sizes: 'Sizes of the style. Each size occurs once.',
  skus: 'SKUs of the style: one for each color in each size.',
  skuCount: 'Number of SKUs.',
};

/** interface: Style; decisions 6: Style. */
export const Style = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      name: text(),
      refId: text().nullable(),
      clientId: z.string().nullable(),
      picture: longText().nullable(),
      description: longText().nullable(),
      colors: z.array(text()),
      sizes: z.array(text()),
      skus: z.array(Sku),
      skuCount: z.int(),
      status: ArchivableStatus,
      createdAt: timestamp(),
      updatedAt: timestamp(),
    },
    words,
  ),
);
export type Style = z.output<typeof Style>;

/** Colors or sizes, without duplicates. */
const variants = () =>
  list(text({ min: 1 })).refine((names) => new Set(names).size === names.length, 'each may be named once');

export const StyleInput = z
  .strictObject(
    described(
      {
        name: text({ min: 1 }),
        refId: text({ min: 1 }).exactOptional(),
        clientId: recordId().exactOptional(),
        picture: longText().exactOptional(),
        description: longText().exactOptional(),
        colors: variants().exactOptional(),
        sizes: variants().exactOptional(),
        /** A create may set any status (decisions 4). Later, only the operations archive and restore change it. */
        status: ArchivableStatus.exactOptional(),
      },
      words,
    ),
  )
  .meta({
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

export const StylePatch = z
  .strictObject(optionalShape(StyleInput.omit({ status: true }).shape))
  .meta({ examples: [{ sizes: ['S', 'M', 'L', 'XL'] }] });
export type StylePatch = z.output<typeof StylePatch>;

export const CreateStyleRequest = z.strictObject({ style: StyleInput });

export const UpdateStyleRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: StylePatch,
  fields: z.array(z.string()),
});

/** The fields that GET /api/v1/styles filters and sorts by (decisions 6: Style). */
export const styleFilters = {
  clientId: recordId().exactOptional().describe('Only styles of the client of this id.'),
  status: ArchivableStatus.exactOptional().describe('Only styles of this status.'),
};
export const styleSorts = ['createdAt', 'name'] as const;

export const ListStylesRequest = z.strictObject({ query: ListQuery, ...styleFilters });

export const ImportStylesRequest = z.strictObject({ styles: list(StyleInput, { max: MAX_IMPORT }) });

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
  fields: {},
  record: Style,
  input: StyleInput,
  patch: StylePatch,
  filters: styleFilters,
  sorts: styleSorts,
  searches: ['name', 'refId', 'documentId'],
  moves: archivableMoves,
  imports: 'styles',
});

export type StylePins = Agree<
  [
    Pinned<Style, StyleMessage>,
    Pinned<StyleInput, StyleInputMessage>,
    Pinned<StylePatch, StylePatchMessage>,
    Pinned<z.output<typeof UpdateStyleRequest>, UpdateStyleMessage>,
    Pinned<z.output<typeof ListStylesRequest>, ListStylesMessage>,
    Pinned<z.output<typeof ImportStylesRequest>, ImportStylesMessage>,
    Pinned<z.output<typeof SetKitRequest>, SetKitMessage>,
  ]
>;
