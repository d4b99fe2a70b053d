import { z } from 'zod';
import {
  boolean,
  Currency,
  described,
  integer,
  list,
  longText,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BomLineItemRequest as BomLineItemRequestMessage } from '../../gen/product/v1/BomLineItemRequest.ts';
import type { CreateBomLineItemRequest as CreateBomLineItemMessage } from '../../gen/product/v1/CreateBomLineItemRequest.ts';
import type { ReplaceBomLineItemsRequest as ReplaceBomLineItemsMessage } from '../../gen/product/v1/ReplaceBomLineItemsRequest.ts';
import type { UpdateBomLineItemRequest as UpdateBomLineItemMessage } from '../../gen/product/v1/UpdateBomLineItemRequest.ts';

/** decisions 6: BOM. */
export const MAX_LINE_ITEMS = 2_000;
/** Bytes of a version's lines as they are stored. */
export const MAX_VERSION_BYTES = 6 * 1024 * 1024;
/** Bytes that a stored line and a stored option take at least: they have all fields, and ids. */
const LEAST_LINE = 390;
const LEAST_OPTION = 150;
const LINE_TEXTS = ['category', 'description', 'unit'];
const OPTION_TEXTS = ['materialName', 'skuId', 'supplierName'];
/** Above these, what is computed would no longer be exact to 0.0001 and to the cent. */
const MAX_AMOUNT = 1_000_000_000;
const MAX_TOLERANCE = 1_000;

const amount = () => number({ ge: 0, le: MAX_AMOUNT });
/** Percent. */
const tolerance = () => number({ ge: 0, le: MAX_TOLERANCE });

/** What the fields of a BOM, its versions, lines and comparisons say, wherever they stand. */
export const bomWords = {
  styleId: 'The style that it is of.',
  style: 'The style in short.',
  currentVersion: 'The number of the latest version.',
  versionCount: 'How many versions there are.',
  latestVersion: 'The latest version in short; `status` and who submitted and approved are its.',
  versions: 'Oldest first.',
  versionNumber: '1 for the first.',
  changeDescription: 'What is new in it.',
  createdById: 'Who made it: as sent, else the caller.',
  submittedAt: 'When it was last submitted.',
  submittedById: 'Who submitted it: a user or an API key.',
  approvedAt: 'When it was approved.',
  approvedById: 'Who approved it.',
  rejectedAt: 'When it was last rejected.',
  rejectedById: 'Who rejected it.',
  rejectionReason: 'Why it was rejected.',
  lineItemCount: 'How many lines it has.',
  lineItems: 'Its lines.',
  groupedLineItems: 'The lines by category, in order of first appearance.',
  billOfMaterialVersionId: 'The version that the line is of.',
  grossConsumption: 'What one piece takes, in `unit`.',
  sellingTolerance: 'Percent that is added to the gross consumption when it is sold.',
  netSellingConsumption: 'gross × (1 + sellingTolerance / 100).',
  buyingTolerance: 'Percent that is added to the gross consumption when it is bought.',
  netBuyingConsumption: 'gross × (1 + buyingTolerance / 100).',
  materialCostInNativeCurrency: 'Of one unit, in `nativeCurrency`.',
  nativeCurrency: 'In which it is bought.',
  materialCostInUsd: 'Of one unit. From the exchange rates where it is left out, until the version is submitted.',
  estimatedMaterialPreparationLeadTime: 'Days until the material is there.',
  assignedMaterialOptions: 'Materials that would do.',
  chosenAssignedMaterialId: 'The one that was chosen: a `materialId` of the options.',
  chosenAssignedSkuId: 'The SKU of the chosen material.',
  category: 'By which lines are grouped; `Uncategorized` where none is sent.',
  description: 'What the line is for.',
  unit: 'In which consumption is counted; `pc` where none is sent.',
  lineItemId: 'The line.',
  materialId: 'A material.',
  materialName: "The material's name.",
  skuId: 'A SKU of the material.',
  supplierId: 'Whom it is bought from.',
  supplierName: "The supplier's name.",
  cost: 'Of one unit, in `currency`.',
  currency: 'In which it is bought.',
  leadTimeDays: 'Days from an order to the goods.',
  moq: 'The least that is sold, in units.',
  priority: 'Your own order of them.',
  isPreferred: 'Whether it is the preferred one.',
};

export const AssignedMaterialOption = z.strictObject(
  described(
    {
      id: z.string(),
      materialId: z.string().nullable(),
      materialName: text().nullable(),
      skuId: z.string().nullable(),
      supplierId: z.string().nullable(),
      supplierName: text().nullable(),
      cost: z.number().nullable(),
      currency: Currency.nullable(),
      leadTimeDays: z.number().nullable(),
      moq: z.number().nullable(),
      priority: z.int().nullable(),
      isPreferred: z.boolean(),
    },
    bomWords,
  ),
);

export const AssignedMaterialOptionInput = z.strictObject(
  described(
    {
      id: recordId().exactOptional().describe('Of an option that the line has, to keep it; made where it is left out.'),
      materialId: text({ min: 1 }).exactOptional(),
      materialName: text().exactOptional(),
      skuId: text().exactOptional(),
      supplierId: text({ min: 1 }).exactOptional(),
      supplierName: text().exactOptional(),
      cost: amount().exactOptional(),
      currency: Currency.exactOptional(),
      leadTimeDays: amount().exactOptional(),
      moq: amount().exactOptional(),
      priority: integer().exactOptional(),
      isPreferred: boolean().exactOptional(),
    },
    bomWords,
  ),
);

/** interface: BOM line item. */
export const BomLineItem = z.strictObject(
  described(
    {
      id: z.string(),
      billOfMaterialVersionId: z.string(),
      grossConsumption: z.number().nullable(),
      sellingTolerance: z.number().nullable(),
      netSellingConsumption: z.number().nullable(),
      buyingTolerance: z.number().nullable(),
      netBuyingConsumption: z.number().nullable(),
      materialCostInNativeCurrency: z.number().nullable(),
      nativeCurrency: Currency.nullable(),
      materialCostInUsd: z.number().nullable(),
      estimatedMaterialPreparationLeadTime: z.number().nullable(),
      assignedMaterialOptions: z.array(AssignedMaterialOption),
      chosenAssignedMaterialId: z.string().nullable(),
      chosenAssignedSkuId: z.string().nullable(),
      category: text(),
      description: longText().nullable(),
      unit: text(),
    },
    bomWords,
  ),
);

/** In examples. */
const shell = {
  category: 'Fabric',
  description: 'Shell',
  unit: 'm',
  grossConsumption: 1.92,
  sellingTolerance: 4,
  buyingTolerance: 6,
  materialCostInNativeCurrency: 6.4,
  nativeCurrency: 'EUR',
  assignedMaterialOptions: [{ materialId: '{material_id}', cost: 6.4, currency: 'EUR', leadTimeDays: 30 }],
  chosenAssignedMaterialId: '{material_id}',
};
const zip = { category: 'Trims', description: 'Front zip', grossConsumption: 1, materialCostInUsd: 1.15 };

/** A line of the whole list: one with an id that the version has keeps it. */
export const BomLineItemInput = z.strictObject(
  described(
    {
      id: recordId().exactOptional().describe('Of a line that the version has, to keep it; made where it is left out.'),
      grossConsumption: amount().exactOptional(),
      sellingTolerance: tolerance().exactOptional(),
      netSellingConsumption: amount().exactOptional(),
      buyingTolerance: tolerance().exactOptional(),
      netBuyingConsumption: amount().exactOptional(),
      materialCostInNativeCurrency: amount().exactOptional(),
      nativeCurrency: Currency.exactOptional(),
      materialCostInUsd: amount().exactOptional(),
      estimatedMaterialPreparationLeadTime: amount().exactOptional(),
      assignedMaterialOptions: list(AssignedMaterialOptionInput).exactOptional(),
      chosenAssignedMaterialId: text({ min: 1 }).exactOptional(),
      chosenAssignedSkuId: text({ min: 1 }).exactOptional(),
      category: text({ min: 1 }).exactOptional(),
      description: longText().exactOptional(),
      unit: text({ min: 1 }).exactOptional(),
    },
    bomWords,
  ),
);

const { id: _, ...lineItemShape } = BomLineItemInput.shape;
export const NewBomLineItem = z.strictObject(lineItemShape).meta({ examples: [shell] });
export const BomLineItemPatch = z
  .strictObject(optionalShape(lineItemShape))
  .meta({ examples: [{ buyingTolerance: 7.5 }] });

/** Bytes that lines take at least when they are stored. They need not be valid: what is too much need not be judged. */
export function leastBytes(lines: readonly unknown[]): number {
  let sum = 0;
  for (const line of lines) {
    sum += LEAST_LINE + textsOf(line, LINE_TEXTS);
    const options = (line as { assignedMaterialOptions?: unknown } | null | undefined)?.assignedMaterialOptions;
    if (!Array.isArray(options)) continue;
    for (const option of options) sum += LEAST_OPTION + textsOf(option, OPTION_TEXTS);
  }
  return sum;
}

/** Characters: each takes a byte at least. */
function textsOf(value: unknown, names: readonly string[]): number {
  const fields = (value ?? {}) as Record<string, unknown>;
  let sum = 0;
  for (const name of names) {
    const text = fields[name];
    if (typeof text === 'string') sum += text.length;
  }
  return sum;
}

export const BomLineItemsInput = z
  .strictObject(described({ lineItems: list(BomLineItemInput, { max: MAX_LINE_ITEMS }) }, bomWords))
  .meta({ examples: [{ lineItems: [shell, zip] }] });

/** Names a version of a BOM. */
const versionShape = { ...RecordRequest.shape, version: recordId() };
export const ReplaceBomLineItemsRequest = z.strictObject({ ...versionShape, ...BomLineItemsInput.shape });
export const CreateBomLineItemRequest = z.strictObject({ ...versionShape, lineItem: NewBomLineItem });
export const BomLineItemRequest = z.strictObject({ ...versionShape, lineItemId: recordId() });
export const UpdateBomLineItemRequest = z.strictObject({
  ...BomLineItemRequest.shape,
  patch: BomLineItemPatch,
  fields: z.array(z.string()),
});
type LineItemInput = z.output<typeof BomLineItemInput>;
type LineItemChange = Omit<z.output<typeof UpdateBomLineItemRequest>, 'patch'> & { patch: LineItemInput };
type NewLineItem = Omit<z.output<typeof CreateBomLineItemRequest>, 'lineItem'> & { lineItem: LineItemInput };

export type BomLineItemPins = Agree<
  [
    Pinned<z.output<typeof ReplaceBomLineItemsRequest>, ReplaceBomLineItemsMessage>,
    Pinned<NewLineItem, CreateBomLineItemMessage>,
    Pinned<z.output<typeof BomLineItemRequest>, BomLineItemRequestMessage>,
    Pinned<LineItemChange, UpdateBomLineItemMessage>,
  ]
>;
