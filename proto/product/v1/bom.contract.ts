import { z } from 'zod';
import {
  boolean,
  Currency,
  described,
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
export const BomStatus = z
  .enum(['draft', 'submitted', 'approved', 'rejected', 'withdrawn', 'superseded'])
  .describe(
    'Of a BOM version: lines can be changed in `draft` and `rejected`; only moves and newer versions change it.',
  );

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
const words = {
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

export const BomStyle = z.strictObject(
  described({
    id: z.string(),
    documentId: z.string().nullable(),
    name: z.string().nullable().describe('What the style is called.'),
    refId: z.string().nullable().describe('A number of your own.'),
  }),
);

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
    words,
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
    words,
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
    words,
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
    words,
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
  .strictObject(described({ lineItems: list(BomLineItemInput, { max: MAX_LINE_ITEMS }) }, words))
  .meta({ examples: [{ lineItems: [shell, zip] }] });

const BomLineItemGroup = z.strictObject({
  category: text().describe('That the lines have in common.'),
  items: z.array(BomLineItem).describe('The lines of the category.'),
});

/** interface: the summary of a version in Bill of material and BOM version comparison. */
export const BomVersionSummary = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      versionNumber: z.int(),
      changeDescription: longText().nullable(),
      createdAt: timestamp(),
      status: BomStatus,
      submittedAt: timestamp().nullable(),
      submittedById: z.string().nullable(),
      approvedById: z.string().nullable(),
      rejectionReason: longText().nullable(),
    },
    words,
  ),
);

/** A version in a list: without its lines. */
export const BomVersionOutline = z.strictObject(
  described(
    {
      id: z.string(),
      documentId: z.string(),
      versionNumber: z.int(),
      changeDescription: longText().nullable(),
      createdAt: timestamp(),
      createdById: z.string().nullable(),
      status: BomStatus,
      submittedAt: timestamp().nullable(),
      submittedById: z.string().nullable(),
      approvedAt: timestamp().nullable(),
      approvedById: z.string().nullable(),
      rejectedAt: timestamp().nullable(),
      rejectedById: z.string().nullable(),
      rejectionReason: longText().nullable(),
      lineItemCount: z.int(),
      updatedAt: timestamp(),
    },
    words,
  ),
);

/** interface: BOM version. */
export const BomVersion = z.strictObject(
  described(
    {
      ...BomVersionOutline.shape,
      lineItems: z.array(BomLineItem),
      groupedLineItems: z.array(BomLineItemGroup),
    },
    words,
  ),
);

const bomShape = described(
  {
    id: z.string(),
    documentId: z.string(),
    currentVersion: z.int(),
    versionCount: z.int(),
    styleId: z.string(),
    style: BomStyle.nullable(),
    latestVersion: BomVersionSummary,
    status: BomStatus,
    createdAt: timestamp(),
    updatedAt: timestamp(),
    submittedAt: timestamp().nullable(),
    createdById: z.string().nullable(),
    submittedById: z.string().nullable(),
    approvedById: z.string().nullable(),
  },
  words,
);

/** A BOM in a list. */
export const BomOutline = z.strictObject(described({ ...bomShape, versions: z.array(BomVersionOutline) }, words));

const LEFT_OUT =
  'Absent from older versions where all lines would be too many for one answer; the version itself has them.';

/** interface: Bill of material. */
export const Bom = z.strictObject(
  described(
    {
      ...bomShape,
      versions: z.array(
        z.strictObject({
          ...BomVersionOutline.shape,
          lineItems: z.array(BomLineItem).exactOptional().describe(LEFT_OUT),
          groupedLineItems: z.array(BomLineItemGroup).exactOptional().describe(LEFT_OUT),
        }),
      ),
    },
    words,
  ),
);

export const BomInput = z
  .strictObject(described({ styleId: text({ min: 1 }), createdById: text().exactOptional() }, words))
  .meta({ examples: [{ styleId: '{style_id}' }] });
export const BomPatch = z
  .strictObject(described({ styleId: text({ min: 1 }).exactOptional() }, words))
  .meta({ examples: [{ styleId: '{style_id}' }] });

export const BomVersionInput = z
  .strictObject(
    described({ changeDescription: longText().exactOptional(), createdById: text().exactOptional() }, words),
  )
  .meta({ examples: [{ changeDescription: 'Second source for cloth' }] });

export const BomRejection = z
  .strictObject(described({ rejectionReason: longText().exactOptional() }, words))
  .meta({ examples: [{ rejectionReason: 'No allowance for what is lost in cutting' }] });

const compared = described(
  {
    materialId: z.string().nullable(),
    skuId: z.string().nullable(),
    materialName: text().nullable(),
    supplierId: z.string().nullable(),
    supplierName: text().nullable(),
  },
  { ...words, materialId: 'The material of the line.' },
);

const BomLineItemValues = z.strictObject(
  described(
    {
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
      nativeCurrency: Currency.nullable(),
    },
    words,
  ),
);

const BomFieldDifference = z.strictObject({
  field: z.string().describe('The name of a field.'),
  oldValue: z.unknown().nullable().describe('What it is in version A.'),
  newValue: z.unknown().nullable().describe('What it is in version B.'),
});

const BomLineItemDiff = z.strictObject({
  changeType: z.enum(['added', 'removed', 'modified']).describe('What becomes of the line from A to B.'),
  ...compared,
  oldValues: BomLineItemValues.nullable().describe('The line in version A; null of one that is added.'),
  newValues: BomLineItemValues.nullable().describe('The line in version B; null of one that is removed.'),
  fieldDifferences: z.array(BomFieldDifference).describe('The fields that differ, those alone.'),
});

/** interface: BOM version comparison. */
export const BomComparison = z.strictObject({
  bomId: z.string().describe('The BOM that both are versions of.'),
  /** Null in bom.submitted where no version was approved before. */
  versionA: BomVersionSummary.nullable().describe('The version that is compared.'),
  versionB: BomVersionSummary.describe('The version that it is compared with.'),
  lineItemDiffs: z.array(BomLineItemDiff).describe('The lines that differ, those alone.'),
});

/** interface: BOM usage. */
export const BomUsage = z.strictObject({
  bomId: z.string().describe('The BOM that is referred to.'),
  usageCount: z.int().describe('How many places refer to it.'),
  items: z
    .array(
      z.strictObject({
        type: z.enum(['style', 'kit', 'sales_order', 'purchase_order']).describe('Of what kind the place is.'),
        id: z.string().describe('Of the record that refers to it.'),
        name: z.string().describe('What that record is called.'),
        status: z.string().describe('Where that record stands.'),
        createdAt: timestamp().describe('When that record was made.'),
      }),
    )
    .describe('The places; of orders and kits of other styles the newest 1,000.'),
});

const costDrift = z
  .strictObject({
    ratesInUsd: z.number().nullable().describe("By today's exchange rates."),
    materialsInUsd: z.number().nullable().describe("By today's costs of the materials."),
    totalInUsd: z.number().nullable().describe('Both.'),
  })
  .describe('What would be paid more today; null where it cannot be said.');

const costWords = {
  ...words,
  costInUsd: 'cost × netBuyingConsumption, in USD.',
  todayInUsd: "The same by today's exchange rates and costs of the materials.",
  costInNativeCurrency: 'cost × netBuyingConsumption, in `nativeCurrency`.',
  netBuyingConsumption: 'What one piece takes, with the buying tolerance.',
  materialId: 'The chosen material.',
  description: 'What the line is for.',
};

const costSum = {
  native: z
    .array(
      z.strictObject({
        currency: Currency,
        amount: z.number().describe('cost × netBuyingConsumption, in the currency.'),
      }),
    )
    .describe('By currency.'),
  costInUsd: z.number().describe('The sum of the lines that have a cost in USD.'),
  todayInUsd: z.number().describe("The same by today's exchange rates and costs of the materials."),
  drift: costDrift,
  linesWithoutCost: z.int().describe('Lines that have no cost in USD, and are in no sum.'),
  linesWithoutTodayCost: z
    .int()
    .describe('Lines whose cost of today cannot be said; in neither `todayInUsd` nor the drift.'),
};

/** decisions 6: BOM cost. */
export const BomCost = z.strictObject({
  bomId: z.string().describe('The BOM that the version is of.'),
  version: BomVersionSummary.describe('The version that is costed.'),
  lineItems: z
    .array(
      z.strictObject(
        described(
          {
            lineItemId: z.string(),
            category: text(),
            description: longText().nullable(),
            materialId: z.string().nullable(),
            materialName: text().nullable(),
            netBuyingConsumption: z.number().nullable(),
            unit: text(),
            nativeCurrency: Currency.nullable(),
            costInNativeCurrency: z.number().nullable(),
            costInUsd: z.number().nullable(),
            todayInUsd: z.number().nullable(),
            drift: costDrift,
          },
          costWords,
        ),
      ),
    )
    .describe('Line by line.'),
  categories: z
    .array(z.strictObject({ category: text().describe('That the lines have in common.'), ...costSum }))
    .describe('The sums of each category.'),
  total: z.strictObject(costSum).describe('The sums of all lines.'),
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
export const bomFilters = {
  styleId: recordId().exactOptional().describe('Only BOMs of the style of this id.'),
  status: BomStatus.exactOptional().describe('Only BOMs whose latest version is of this status.'),
};
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
