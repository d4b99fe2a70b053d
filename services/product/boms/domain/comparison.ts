import type { Rates } from '#chassis/domain/money.ts';
import { type BomVersion, ratesOf, type VersionContent } from './bom-version.ts';
import { type VersionSummary, versionSummary } from './bom-view.ts';
import { chosenOption, type LineItem, shownCostInUsd } from './line-items.ts';

/** The values of a line that are compared (interface: BOM version comparison). */
export interface ComparedValues {
  materialId: string | null;
  skuId: string | null;
  materialName: string | null;
  supplierId: string | null;
  supplierName: string | null;
  grossConsumption: number | null;
  sellingTolerance: number | null;
  netSellingConsumption: number | null;
  buyingTolerance: number | null;
  netBuyingConsumption: number | null;
  materialCostInNativeCurrency: number | null;
  materialCostInUsd: number | null;
  estimatedMaterialPreparationLeadTime: number | null;
  nativeCurrency: string | null;
}

export interface LineValues extends ComparedValues {
  lineItemId: string;
}

export interface FieldDifference {
  field: keyof ComparedValues;
  oldValue: string | number | null;
  newValue: string | number | null;
}

/** The names that a difference shows. They come from the new line; for a removed line, from the old one. */
type Named = Pick<ComparedValues, 'materialId' | 'skuId' | 'materialName' | 'supplierId' | 'supplierName'>;

export interface LineItemDiff extends Named {
  changeType: 'added' | 'removed' | 'modified';
  oldValues: LineValues | null;
  newValues: LineValues | null;
  /**
   * The differing fields of a line that both versions have. Empty for an added or removed line, whose values are in
   * `newValues` or `oldValues`.
   */
  fieldDifferences: FieldDifference[];
}

export interface BomComparison {
  bomId: string;
  /** null if there is no version to compare with. */
  versionA: VersionSummary | null;
  versionB: VersionSummary;
  lineItemDiffs: LineItemDiff[];
}

export interface Side {
  version: BomVersion;
  content: VersionContent;
}

/** The changes from version A to version B. If A is undefined, all lines are added. */
export function compareVersions(a: Side | undefined, b: Side, today: Rates): BomComparison {
  const lineItemDiffs = compareLines(a ? valuesOf(a, today) : [], valuesOf(b, today));
  const versionA = a ? versionSummary(a.version) : null;
  return { bomId: b.content.bomId, versionA, versionB: versionSummary(b.version), lineItemDiffs };
}

interface Compared {
  lineage: string;
  values: LineValues;
}

/** First the removed and changed lines, in the order of A. Then the added lines, in the order of B. */
function compareLines(before: readonly Compared[], after: readonly Compared[]): LineItemDiff[] {
  const partners = pair(before, after);
  const kept = before.flatMap((line) => {
    const partner = partners.get(line);
    return partner ? modification(line.values, partner.values) : difference('removed', line.values, null);
  });
  const taken = new Set(partners.values());
  const added = after.filter((line) => !taken.has(line)).map(({ values }) => difference('added', null, values));
  return [...kept, ...added];
}

/**
 * Pairs lines by lineage. Lines that are left are paired by chosen material and SKU, in their order. A comparison in
 * the other direction gives the same pairs.
 */
function pair(before: readonly Compared[], after: readonly Compared[]): Map<Compared, Compared> {
  const partners = new Map<Compared, Compared>();
  const byLineage = new Map(after.map((line) => [line.lineage, line]));
  for (const line of before) {
    const partner = byLineage.get(line.lineage);
    if (partner) partners.set(line, partner);
  }
  const taken = new Set(partners.values());
  const left = Map.groupBy(
    after.filter((line) => !taken.has(line)),
    materialKey,
  );
  for (const line of before) {
    if (partners.has(line) || line.values.materialId === null) continue;
    const partner = left.get(materialKey(line))?.shift();
    if (partner) partners.set(line, partner);
  }
  return partners;
}

const materialKey = ({ values }: Compared): string => JSON.stringify([values.materialId, values.skuId]);

function modification(old: LineValues, next: LineValues): LineItemDiff[] {
  const { lineItemId: _, ...compared } = old;
  const fields = (Object.keys(compared) as (keyof ComparedValues)[]).filter((field) => old[field] !== next[field]);
  if (fields.length === 0) return [];
  const fieldDifferences = fields.map((field) => ({ field, oldValue: old[field], newValue: next[field] }));
  return [{ ...difference('modified', old, next), fieldDifferences }];
}

function difference(
  changeType: LineItemDiff['changeType'],
  oldValues: LineValues | null,
  newValues: LineValues | null,
): LineItemDiff {
  const { materialId, skuId, materialName, supplierId, supplierName } = (newValues ?? oldValues) as LineValues;
  const named = { materialId, skuId, materialName, supplierId, supplierName };
  return { changeType, ...named, oldValues, newValues, fieldDifferences: [] };
}

function valuesOf({ version, content }: Side, today: Rates): Compared[] {
  const rates = ratesOf(version, content, today);
  return content.lineItems.map((line) => ({ lineage: line.lineage, values: lineValues(line, rates) }));
}

function lineValues(line: LineItem, rates: Rates): LineValues {
  const option = chosenOption(line);
  return {
    lineItemId: line.id,
    materialId: line.chosenAssignedMaterialId,
    skuId: line.chosenAssignedSkuId,
    materialName: option?.materialName ?? null,
    supplierId: option?.supplierId ?? null,
    supplierName: option?.supplierName ?? null,
    grossConsumption: line.grossConsumption,
    sellingTolerance: line.sellingTolerance,
    netSellingConsumption: line.netSellingConsumption,
    buyingTolerance: line.buyingTolerance,
    netBuyingConsumption: line.netBuyingConsumption,
    materialCostInNativeCurrency: line.materialCostInNativeCurrency,
    materialCostInUsd: shownCostInUsd(line, rates),
    estimatedMaterialPreparationLeadTime: line.estimatedMaterialPreparationLeadTime,
    nativeCurrency: line.nativeCurrency,
  };
}
