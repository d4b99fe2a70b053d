import { z } from 'zod';
import {
  archivableStatus,
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
import type { ImportStylesRequest as ImportStylesMessage } from '../../gen/product/v1/ImportStylesRequest.ts';
import type { ListStylesRequest as ListStylesMessage } from '../../gen/product/v1/ListStylesRequest.ts';
import type { SetKitRequest as SetKitMessage } from '../../gen/product/v1/SetKitRequest.ts';
import type { Style as StyleMessage } from '../../gen/product/v1/Style.ts';
import type { StyleInput as StyleInputMessage } from '../../gen/product/v1/StyleInput.ts';
import type { StylePatch as StylePatchMessage } from '../../gen/product/v1/StylePatch.ts';
import type { UpdateStyleRequest as UpdateStyleMessage } from '../../gen/product/v1/UpdateStyleRequest.ts';

export const KitEntry = z.strictObject({
  skuId: z.string(),
  styleId: z.string(),
  quantity: z.number(),
  color: z.string(),
  size: z.string(),
});

export const Sku = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  color: z.string(),
  size: z.string(),
  qrData: z.string(),
  isKittedBundle: z.boolean(),
  kittedBundle: z.array(KitEntry),
});

/** interface: Style; decisions 6: Style. */
export const Style = z.strictObject({
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
  status: archivableStatus(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
});
export type Style = z.output<typeof Style>;

/** Colors or sizes: each once. */
const variants = () =>
  list(text({ min: 1 })).refine((names) => new Set(names).size === names.length, 'each may be named once');

export const StyleInput = z.strictObject({
  name: text({ min: 1 }),
  refId: text({ min: 1 }).exactOptional(),
  clientId: recordId().exactOptional(),
  picture: longText().exactOptional(),
  description: longText().exactOptional(),
  colors: variants().exactOptional(),
  sizes: variants().exactOptional(),
  /** Creating may name any status (decisions 4); a change of it is a move. */
  status: archivableStatus().exactOptional(),
});
export type StyleInput = z.output<typeof StyleInput>;

export const StylePatch = z.strictObject(optionalShape(StyleInput.omit({ status: true }).shape));
export type StylePatch = z.output<typeof StylePatch>;

export const CreateStyleRequest = z.strictObject({ style: StyleInput });

export const UpdateStyleRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: StylePatch,
  fields: z.array(z.string()),
});

/** The fields that GET /api/v1/styles filters and sorts by (decisions 6: Style). */
export const styleFilters = { clientId: recordId().exactOptional(), status: archivableStatus().exactOptional() };
export const styleSorts = ['createdAt', 'name'] as const;

export const ListStylesRequest = z.strictObject({ query: ListQuery, ...styleFilters });

export const ImportStylesRequest = z.strictObject({ styles: list(StyleInput, { max: MAX_IMPORT }) });

/** What else an entry of a style's kittedBundle says comes from the SKU, and is ignored, so that it can be sent back. */
const KitEntryInput = z.strictObject({
  skuId: recordId(),
  quantity: number().refine((quantity) => quantity > 0, 'Input should be greater than 0'),
});

/** The body of PUT …/skus/{skuId}/kit: the whole kit; an empty one makes the SKU an ordinary one. */
export const KitInput = z.strictObject({ kittedBundle: list(KitEntryInput) });

export const SetKitRequest = z.strictObject({ ...RecordRequest.shape, skuId: recordId(), ...KitInput.shape });

/** decisions 5: Event names. */
export const styleEvents = {
  'style.created': Style,
  'style.updated': Style,
  'style.archived': Style,
  'style.restored': Style,
  'style.deleted': Style,
} as const;

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
