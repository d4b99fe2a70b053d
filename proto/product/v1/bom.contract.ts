import { z } from 'zod';
import {
  boolean,
  currency,
  integer,
  ListQuery,
  list,
  longText,
  number,
  optionalShape,
  RecordRequest,
  recordId,
  text,
  timestamp,
} from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { Bom as BomMessage } from '../../gen/product/v1/Bom.ts';
import type { BomComparison as BomComparisonMessage } from '../../gen/product/v1/BomComparison.ts';
import type { BomCost as BomCostMessage } from '../../gen/product/v1/BomCost.ts';
import type { BomFieldDifference as BomFieldDifferenceMessage } from '../../gen/product/v1/BomFieldDifference.ts';
import type { BomInput as BomInputMessage } from '../../gen/product/v1/BomInput.ts';
import type { BomLineItemRequest as BomLineItemRequestMessage } from '../../gen/product/v1/BomLineItemRequest.ts';
import type { BomOutline as BomOutlineMessage } from '../../gen/product/v1/BomOutline.ts';
import type { BomUsage as BomUsageMessage } from '../../gen/product/v1/BomUsage.ts';
import type { BomVersionRequest as BomVersionRequestMessage } from '../../gen/product/v1/BomVersionRequest.ts';
import type { CompareBomVersionsRequest as CompareBomVersionsMessage } from '../../gen/product/v1/CompareBomVersionsRequest.ts';
import type { CreateBomLineItemRequest as CreateBomLineItemMessage } from '../../gen/product/v1/CreateBomLineItemRequest.ts';
import type { CreateBomVersionRequest as CreateBomVersionMessage } from '../../gen/product/v1/CreateBomVersionRequest.ts';
import type { ListBomsRequest as ListBomsMessage } from '../../gen/product/v1/ListBomsRequest.ts';
import type { ListBomVersionsRequest as ListBomVersionsMessage } from '../../gen/product/v1/ListBomVersionsRequest.ts';
import type { RejectBomRequest as RejectBomMessage } from '../../gen/product/v1/RejectBomRequest.ts';
import type { ReplaceBomLineItemsRequest as ReplaceBomLineItemsMessage } from '../../gen/product/v1/ReplaceBomLineItemsRequest.ts';
import type { UpdateBomLineItemRequest as UpdateBomLineItemMessage } from '../../gen/product/v1/UpdateBomLineItemRequest.ts';
import type { UpdateBomRequest as UpdateBomMessage } from '../../gen/product/v1/UpdateBomRequest.ts';

/** decisions 4: BOM version. */
const bomStatus = () => z.enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn', 'superseded']);

/** decisions 6: BOM. */
const MAX_LINE_ITEMS = 2_000;
/** Above these, what is computed would no longer be exact to 0.0001 and to the cent. */
const MAX_AMOUNT = 1_000_000_000;
const MAX_TOLERANCE = 1_000;

const amount = () => number({ ge: 0, le: MAX_AMOUNT });
/** Percent. */
const tolerance = () => number({ ge: 0, le: MAX_TOLERANCE });

export const BomStyle = z.strictObject({
  id: z.string(),
  documentId: z.string().nullable(),
  name: z.string().nullable(),
  refId: z.string().nullable(),
});

export const AssignedMaterialOption = z.strictObject({
  id: z.string(),
  materialId: z.string().nullable(),
  materialName: text().nullable(),
  skuId: z.string().nullable(),
  supplierId: z.string().nullable(),
  supplierName: text().nullable(),
  cost: z.number().nullable(),
  currency: currency().nullable(),
  leadTimeDays: z.number().nullable(),
  moq: z.number().nullable(),
  priority: z.int().nullable(),
  isPreferred: z.boolean(),
});

export const AssignedMaterialOptionInput = z.strictObject({
  id: recordId().exactOptional(),
  materialId: text({ min: 1 }).exactOptional(),
  materialName: text().exactOptional(),
  skuId: text().exactOptional(),
  supplierId: text({ min: 1 }).exactOptional(),
  supplierName: text().exactOptional(),
  cost: amount().exactOptional(),
  currency: currency().exactOptional(),
  leadTimeDays: amount().exactOptional(),
  moq: amount().exactOptional(),
  priority: integer().exactOptional(),
  isPreferred: boolean().exactOptional(),
});

/** interface: BOM line item. */
export const BomLineItem = z.strictObject({
  id: z.string(),
  billOfMaterialVersionId: z.string(),
  grossConsumption: z.number().nullable(),
  sellingTolerance: z.number().nullable(),
  netSellingConsumption: z.number().nullable(),
  buyingTolerance: z.number().nullable(),
  netBuyingConsumption: z.number().nullable(),
  materialCostInNativeCurrency: z.number().nullable(),
  nativeCurrency: currency().nullable(),
  materialCostInUsd: z.number().nullable(),
  estimatedMaterialPreparationLeadTime: z.number().nullable(),
  assignedMaterialOptions: z.array(AssignedMaterialOption),
  chosenAssignedMaterialId: z.string().nullable(),
  chosenAssignedSkuId: z.string().nullable(),
  category: text(),
  description: longText().nullable(),
  unit: text(),
});

/** A line of the whole list: one with an id that the version has keeps it. */
export const BomLineItemInput = z.strictObject({
  id: recordId().exactOptional(),
  grossConsumption: amount().exactOptional(),
  sellingTolerance: tolerance().exactOptional(),
  netSellingConsumption: amount().exactOptional(),
  buyingTolerance: tolerance().exactOptional(),
  netBuyingConsumption: amount().exactOptional(),
  materialCostInNativeCurrency: amount().exactOptional(),
  nativeCurrency: currency().exactOptional(),
  materialCostInUsd: amount().exactOptional(),
  estimatedMaterialPreparationLeadTime: amount().exactOptional(),
  assignedMaterialOptions: list(AssignedMaterialOptionInput).exactOptional(),
  chosenAssignedMaterialId: text({ min: 1 }).exactOptional(),
  chosenAssignedSkuId: text({ min: 1 }).exactOptional(),
  category: text({ min: 1 }).exactOptional(),
  description: longText().exactOptional(),
  unit: text({ min: 1 }).exactOptional(),
});

const { id: _, ...lineItemShape } = BomLineItemInput.shape;
export const NewBomLineItem = z.strictObject(lineItemShape);
export const BomLineItemPatch = z.strictObject(optionalShape(lineItemShape));

export const BomLineItemsInput = z.strictObject({ lineItems: list(BomLineItemInput, { max: MAX_LINE_ITEMS }) });

const BomLineItemGroup = z.strictObject({ category: text(), items: z.array(BomLineItem) });

/** interface: the summary of a version in Bill of material and BOM version comparison. */
export const BomVersionSummary = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  versionNumber: z.int(),
  changeDescription: longText().nullable(),
  createdAt: timestamp(),
  status: bomStatus(),
  submittedAt: timestamp().nullable(),
  submittedById: z.string().nullable(),
  approvedById: z.string().nullable(),
  rejectionReason: longText().nullable(),
});

/** A version in a list: without its lines. */
export const BomVersionOutline = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  versionNumber: z.int(),
  changeDescription: longText().nullable(),
  createdAt: timestamp(),
  createdById: z.string().nullable(),
  status: bomStatus(),
  submittedAt: timestamp().nullable(),
  submittedById: z.string().nullable(),
  approvedAt: timestamp().nullable(),
  approvedById: z.string().nullable(),
  rejectedAt: timestamp().nullable(),
  rejectedById: z.string().nullable(),
  rejectionReason: longText().nullable(),
  lineItemCount: z.int(),
  updatedAt: timestamp(),
});

/** interface: BOM version. */
export const BomVersion = z.strictObject({
  ...BomVersionOutline.shape,
  lineItems: z.array(BomLineItem),
  groupedLineItems: z.array(BomLineItemGroup),
});

const bomShape = {
  id: z.string(),
  documentId: z.string(),
  currentVersion: z.int(),
  versionCount: z.int(),
  styleId: z.string(),
  style: BomStyle.nullable(),
  latestVersion: BomVersionSummary,
  status: bomStatus(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  submittedAt: timestamp().nullable(),
  createdById: z.string().nullable(),
  submittedById: z.string().nullable(),
  approvedById: z.string().nullable(),
};

/** A BOM in a list. */
export const BomOutline = z.strictObject({ ...bomShape, versions: z.array(BomVersionOutline) });

const LEFT_OUT =
  'Absent from older versions where all lines would be too many for one answer; the version itself has them.';

/** interface: Bill of material. */
export const Bom = z.strictObject({
  ...bomShape,
  versions: z.array(
    z.strictObject({
      ...BomVersionOutline.shape,
      lineItems: z.array(BomLineItem).exactOptional().describe(LEFT_OUT),
      groupedLineItems: z.array(BomLineItemGroup).exactOptional().describe(LEFT_OUT),
    }),
  ),
});

export const BomInput = z.strictObject({ styleId: text({ min: 1 }), createdById: text().exactOptional() });
export const BomPatch = z.strictObject({ styleId: text({ min: 1 }).exactOptional() });

export const BomVersionInput = z.strictObject({
  changeDescription: longText().exactOptional(),
  createdById: text().exactOptional(),
});

export const BomRejection = z.strictObject({ rejectionReason: longText().exactOptional() });

const compared = {
  materialId: z.string().nullable(),
  skuId: z.string().nullable(),
  materialName: text().nullable(),
  supplierId: z.string().nullable(),
  supplierName: text().nullable(),
};

const BomLineItemValues = z.strictObject({
  lineItemId: z.string(),
  ...compared,
  grossConsumption: z.number().nullable(),
  sellingTolerance: z.number().nullable(),
  netSellingConsumption: z.number().nullable(),
  buyingTolerance: z.number().nullable(),
  netBuyingConsumption: z.number().nullable(),
  materialCostInNativeCurrency: z.number().nullable(),
  materialCostInUsd: z.number().nullable(),
  estimatedMaterialPreparationLeadTime: z.number().nullable(),
  nativeCurrency: currency().nullable(),
});

const BomFieldDifference = z.strictObject({
  field: z.string(),
  oldValue: z.unknown().nullable(),
  newValue: z.unknown().nullable(),
});

const BomLineItemDiff = z.strictObject({
  changeType: z.enum(['added', 'removed', 'modified']),
  ...compared,
  oldValues: BomLineItemValues.nullable(),
  newValues: BomLineItemValues.nullable(),
  fieldDifferences: z.array(BomFieldDifference),
});

/** interface: BOM version comparison. */
export const BomComparison = z.strictObject({
  bomId: z.string(),
  /** Null in bom.submitted where no version was approved before. */
  versionA: BomVersionSummary.nullable(),
  versionB: BomVersionSummary,
  lineItemDiffs: z.array(BomLineItemDiff),
});

/** interface: BOM usage. */
export const BomUsage = z.strictObject({
  bomId: z.string(),
  usageCount: z.int(),
  items: z.array(
    z.strictObject({
      type: z.enum(['style', 'kit', 'sales_order', 'purchase_order']),
      id: z.string(),
      name: z.string(),
      status: z.string(),
      createdAt: timestamp(),
    }),
  ),
});

const costDrift = z.strictObject({
  ratesInUsd: z.number().nullable(),
  materialsInUsd: z.number().nullable(),
  totalInUsd: z.number().nullable(),
});

const costSum = {
  native: z.array(z.strictObject({ currency: currency(), amount: z.number() })),
  costInUsd: z.number(),
  todayInUsd: z.number(),
  drift: costDrift,
  linesWithoutCost: z.int(),
  linesWithoutTodayCost: z.int(),
};

/** decisions 6: BOM cost. */
export const BomCost = z.strictObject({
  bomId: z.string(),
  version: BomVersionSummary,
  lineItems: z.array(
    z.strictObject({
      lineItemId: z.string(),
      category: text(),
      description: longText().nullable(),
      materialId: z.string().nullable(),
      materialName: text().nullable(),
      netBuyingConsumption: z.number().nullable(),
      unit: text(),
      nativeCurrency: currency().nullable(),
      costInNativeCurrency: z.number().nullable(),
      costInUsd: z.number().nullable(),
      todayInUsd: z.number().nullable(),
      drift: costDrift,
    }),
  ),
  categories: z.array(z.strictObject({ category: text(), ...costSum })),
  total: z.strictObject(costSum),
});

export const CreateBomRequest = z.strictObject({ bom: BomInput });
export const UpdateBomRequest = z.strictObject({
  ...RecordRequest.shape,
  patch: BomPatch,
  fields: z.array(z.string()),
});
export const RejectBomRequest = z.strictObject({ ...RecordRequest.shape, ...BomRejection.shape });
export const CreateBomVersionRequest = z.strictObject({ ...RecordRequest.shape, version: BomVersionInput });

/** The fields that GET /api/v1/bom/{id}/versions sorts by. */
export const bomVersionSorts = ['createdAt', 'versionNumber'] as const;
export const ListBomVersionsRequest = z.strictObject({ id: recordId(), query: ListQuery });

export const BomVersionRequest = z.strictObject({ id: recordId(), version: recordId() });
const versionShape = { ...RecordRequest.shape, version: recordId() };
export const ReplaceBomLineItemsRequest = z.strictObject({ ...versionShape, ...BomLineItemsInput.shape });
export const CreateBomLineItemRequest = z.strictObject({ ...versionShape, lineItem: NewBomLineItem });
export const BomLineItemRequest = z.strictObject({ ...versionShape, lineItemId: recordId() });
export const UpdateBomLineItemRequest = z.strictObject({
  ...BomLineItemRequest.shape,
  patch: BomLineItemPatch,
  fields: z.array(z.string()),
});
export const CompareBomVersionsRequest = z.strictObject({
  id: recordId(),
  versionA: recordId(),
  versionB: recordId(),
});

/** The fields that GET /api/v1/bom filters by (decisions 6: BOM). */
export const bomFilters = { styleId: recordId().exactOptional(), status: bomStatus().exactOptional() };
/** The fields that GET /api/v1/bom sorts by (decisions 6: BOM). */
export const bomSorts = ['createdAt'] as const;
export const ListBomsRequest = z.strictObject({ query: ListQuery, ...bomFilters });

/** decisions 5: Event names. bom.submitted also carries a BomComparison, beside the data. */
export const bomEvents = {
  'bom.created': Bom,
  'bom.version_created': Bom,
  'bom.updated': Bom,
  'bom.submitted': Bom,
  'bom.approved': Bom,
  'bom.rejected': Bom,
  'bom.deleted': Bom,
} as const;

type FieldDifference = z.output<typeof BomFieldDifference>;
type Difference = z.output<typeof BomLineItemDiff>;
/** Values are of any type in JSON and JSON text on the wire. */
type FieldDifferenceOnWire = Omit<FieldDifference, 'oldValue' | 'newValue'> & { oldValue?: string; newValue?: string };
type ComparisonOnWire = Omit<z.output<typeof BomComparison>, 'lineItemDiffs'> & {
  lineItemDiffs: (Omit<Difference, 'fieldDifferences'> & { fieldDifferences: FieldDifferenceOnWire[] })[];
};

type LineItemInput = z.output<typeof BomLineItemInput>;
type LineItemChange = Omit<z.output<typeof UpdateBomLineItemRequest>, 'patch'> & { patch: LineItemInput };
type NewLineItem = Omit<z.output<typeof CreateBomLineItemRequest>, 'lineItem'> & { lineItem: LineItemInput };

export type Pins = Agree<
  [
    Pinned<z.output<typeof Bom>, BomMessage>,
    Pinned<z.output<typeof BomOutline>, BomOutlineMessage>,
    Pinned<z.output<typeof BomInput>, BomInputMessage>,
    Pinned<z.output<typeof BomUsage>, BomUsageMessage>,
    Pinned<z.output<typeof BomCost>, BomCostMessage>,
    Pinned<FieldDifferenceOnWire, BomFieldDifferenceMessage>,
    Pinned<ComparisonOnWire, BomComparisonMessage>,
    Pinned<z.output<typeof UpdateBomRequest>, UpdateBomMessage>,
    Pinned<z.output<typeof RejectBomRequest>, RejectBomMessage>,
    Pinned<z.output<typeof CreateBomVersionRequest>, CreateBomVersionMessage>,
    Pinned<z.output<typeof BomVersionRequest>, BomVersionRequestMessage>,
    Pinned<z.output<typeof ReplaceBomLineItemsRequest>, ReplaceBomLineItemsMessage>,
    Pinned<NewLineItem, CreateBomLineItemMessage>,
    Pinned<z.output<typeof BomLineItemRequest>, BomLineItemRequestMessage>,
    Pinned<LineItemChange, UpdateBomLineItemMessage>,
    Pinned<z.output<typeof CompareBomVersionsRequest>, CompareBomVersionsMessage>,
    Pinned<z.output<typeof ListBomsRequest>, ListBomsMessage>,
    Pinned<z.output<typeof ListBomVersionsRequest>, ListBomVersionsMessage>,
  ]
>;
