import { z } from 'zod';
import { AUTHOR_NAME } from '../../common/v1/author.contract.ts';
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
/**
 * Maximum size of the stored lines of a version, in bytes. A message holds the lines twice, as a list and in groups, and has
 * at most 16 MiB (decisions 1: Sizes, times).
 */
export const MAX_VERSION_BYTES = 6 * 1024 * 1024;
/** Minimum size in bytes of a stored line and of a stored option, with all fields and ids. */
const LEAST_LINE = 390;
const LEAST_OPTION = 150;
const LINE_TEXTS = ['category', 'description', 'unit'];
const OPTION_TEXTS = ['materialName', 'skuId', 'supplierName'];
/** Above these bounds, computed values would not be exact to 0.0001 and to the cent. */
const MAX_AMOUNT = 1_000_000_000;
const MAX_TOLERANCE = 1_000;

const amount = () => number({ ge: 0, le: MAX_AMOUNT });
/** A tolerance in percent. */
const tolerance = () => number({ ge: 0, le: MAX_TOLERANCE });

/** Descriptions of the fields of a BOM, its versions, lines and comparisons. */
export const bomWords = {
  styleId: 'Id of the style.',
  style: 'Summary of the style.',
  currentVersion: 'Number of the latest version.',
  versionCount: 'Number of versions.',
  latestVersion: 'Summary of the latest version. `status` and the ids of submitter and approver come from it.',
  versions: 'All versions, oldest first.',
  versionNumber: 'Number of the version. The first version is 1.',
  changeDescription: 'Description of the changes in this version.',
  createdById: 'Id of the creator. Default: the id of the caller.',
  createdByName: AUTHOR_NAME,
  submittedAt: 'Time of the last submission. Null if it was never submitted.',
  submittedById: 'Id of the user or API key that submitted the version.',
  submittedByName: AUTHOR_NAME,
  approvedAt: 'Time of the approval. Null if it is not approved.',
  approvedById: 'Id of the user or API key that approved the version.',
  approvedByName: AUTHOR_NAME,
  rejectedAt: 'Time of the last rejection. Null if it was never rejected.',
  rejectedById: 'Id of the user or API key that rejected the version.',
  rejectedByName: AUTHOR_NAME,
  rejectionReason: 'Reason of the rejection, as free text.',
  lineItemCount: 'Number of lines.',
  lineItems: 'Lines of the version.',
  groupedLineItems: 'Lines grouped by category. Categories are in order of first appearance.',
  billOfMaterialVersionId: 'Id of the version that has the line.',
  grossConsumption: 'Consumption for one piece, in `unit`.',
  sellingTolerance: 'Tolerance in percent that is added to the gross consumption for selling.',
  netSellingConsumption: 'Selling consumption for one piece: grossConsumption × (1 + sellingTolerance / 100).',
  buyingTolerance: 'Tolerance in percent that is added to the gross consumption for buying.',
  netBuyingConsumption: 'Buying consumption for one piece: grossConsumption × (1 + buyingTolerance / 100).',
  materialCostInNativeCurrency: 'Material cost of one unit, in `nativeCurrency`.',
  nativeCurrency: 'Currency in which the material is bought.',
  materialCostInUsd:
    'Material cost of one unit in USD. If it is not sent, it follows the exchange rates until the version is submitted.',
  estimatedMaterialPreparationLeadTime: 'Days until the material is available.',
  assignedMaterialOptions: 'Materials that can be used for this line.',
  chosenAssignedMaterialId: 'Id of the chosen material: the `materialId` of an option.',
  chosenAssignedMaterialName: 'The `materialName` of the chosen option. Null if no option is chosen.',
  chosenAssignedSkuId: 'Id of the chosen SKU of the chosen material.',
  category: 'Category of the line. Default: `Uncategorized`.',
  description: 'Description of the line, as free text.',
  unit: 'Unit of measure of the consumption. Default: `pc`.',
  lineItemId: 'Id of the line.',
  materialId: 'Id of a material.',
  materialName: 'Name of the material.',
  skuId: 'Id of a SKU of the material.',
  supplierId: 'Id of the supplier.',
  supplierName: 'Name of the supplier.',
  cost: 'Cost of one unit, in `currency`.',
  currency: 'Currency in which the material is bought.',
  leadTimeDays: 'Lead time: days from an order to the delivery of the goods.',
  moq: 'Minimum order quantity, in units.',
  priority: 'Your own rank of the option. The service does not use it.',
  isPreferred: 'True if this is the preferred option.',
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
      id: recordId()
        .exactOptional()
        .describe('Id of an existing option, to keep that option. If it is absent, the service creates a new option.'),
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
      chosenAssignedMaterialName: z.string().nullable(),
      chosenAssignedSkuId: z.string().nullable(),
      category: text(),
      description: longText().nullable(),
      unit: text(),
    },
    bomWords,
  ),
);

/** Lines for the examples of the API reference. */
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

/** A line of a list that replaces all lines. If it has the id of an existing line, it replaces that line. */
export const BomLineItemInput = z.strictObject(
  described(
    {
      id: recordId()
        .exactOptional()
        .describe('Id of an existing line, to keep that line. If it is absent, the service creates a new line.'),
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

/** Minimum size of the stored lines, in bytes. Works before validation, so that a list that is too large is refused early. */
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

/** Number of characters in the named texts. Each character takes at least one byte. */
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

/** Identifies a version of a BOM. */
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
