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
  { ...bomWords, materialId: 'The material of the line.' },
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

export const CompareBomVersionsRequest = z.strictObject({
  id: recordId(),
  versionA: recordId(),
  versionB: recordId(),
});

type FieldDifference = z.output<typeof BomFieldDifference>;
type Difference = z.output<typeof BomLineItemDiff>;
/** Values are of any type in JSON and JSON text on the wire. */
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
