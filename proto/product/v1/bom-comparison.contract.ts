import { z } from 'zod';
import { Currency, described, recordId, text } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BomComparison as BomComparisonMessage } from '../../gen/product/v1/BomComparison.ts';
import type { BomFieldDifference as BomFieldDifferenceMessage } from '../../gen/product/v1/BomFieldDifference.ts';
import type { CompareBomVersionsRequest as CompareBomVersionsMessage } from '../../gen/product/v1/CompareBomVersionsRequest.ts';
import { BomVersionSummary } from './bom.contract.ts';
import { bomWords } from './bom-line-item.contract.ts';

const compared = described(
  {
    materialId: z.string().nullable(),
    skuId: z.string().nullable(),
    materialName: text().nullable(),
    supplierId: z.string().nullable(),
    supplierName: text().nullable(),
  },
  { ...bomWords, materialId: 'Id of the material of the line.' },
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
    bomWords,
  ),
);

const BomFieldDifference = z.strictObject({
  field: z.string().describe('Name of the field that differs.'),
  oldValue: z.unknown().nullable().describe('Value of the field in version A.'),
  newValue: z.unknown().nullable().describe('Value of the field in version B.'),
});

const BomLineItemDiff = z.strictObject({
  changeType: z
    .enum(['added', 'removed', 'modified'])
    .describe('Kind of change of the line from version A to version B.'),
  ...compared,
  oldValues: BomLineItemValues.nullable().describe('Values of the line in version A. Null if the line was added.'),
  newValues: BomLineItemValues.nullable().describe('Values of the line in version B. Null if the line was removed.'),
  fieldDifferences: z.array(BomFieldDifference).describe('Fields of the line that differ. Equal fields are left out.'),
});

/** interface: BOM version comparison. */
export const BomComparison = z.strictObject({
  bomId: z.string().describe('Id of the BOM of both versions.'),
  /** Null in bom.submitted if no version was approved before. */
  versionA: BomVersionSummary.nullable().describe('Old version of the comparison.'),
  versionB: BomVersionSummary.describe('New version of the comparison.'),
  lineItemDiffs: z.array(BomLineItemDiff).describe('Lines that differ. Equal lines are left out.'),
});

export const CompareBomVersionsRequest = z.strictObject({
  id: recordId(),
  versionA: recordId(),
  versionB: recordId(),
});

type FieldDifference = z.output<typeof BomFieldDifference>;
type Difference = z.output<typeof BomLineItemDiff>;
/** JSON holds values of any type. The message holds them as JSON text. */
type FieldDifferenceOnWire = Omit<FieldDifference, 'oldValue' | 'newValue'> & { oldValue?: string; newValue?: string };
type ComparisonOnWire = Omit<z.output<typeof BomComparison>, 'lineItemDiffs'> & {
  lineItemDiffs: (Omit<Difference, 'fieldDifferences'> & { fieldDifferences: FieldDifferenceOnWire[] })[];
};

export type BomComparisonPins = Agree<
  [
    Pinned<FieldDifferenceOnWire, BomFieldDifferenceMessage>,
    Pinned<ComparisonOnWire, BomComparisonMessage>,
    Pinned<z.output<typeof CompareBomVersionsRequest>, CompareBomVersionsMessage>,
  ]
>;
