import type { Consumption } from './consumption.ts';
import type { Choice, MaterialOption, MaterialOptionInput } from './material-option.ts';

/** What a caller may say of a line (interface: BOM line item). */
export interface LineItemFields extends Consumption, Choice {
  /** Per unit, in the native currency. */
  materialCostInNativeCurrency: number | null;
  /** ISO 4217. */
  nativeCurrency: string | null;
  /** Per unit, as sent. Null: computed from exchange rates. */
  materialCostInUsd: number | null;
  /** Days. */
  estimatedMaterialPreparationLeadTime: number | null;
  category: string;
  description: string | null;
  unit: string;
}

export interface LineItem extends LineItemFields {
  id: string;
  /** Shared with the lines that it was copied from and into: comparisons pair by it (decisions 6: BOM comparison). */
  lineage: string;
}

type Sendable = Omit<LineItemFields, 'assignedMaterialOptions'> & { assignedMaterialOptions: MaterialOptionInput[] };

/** A line as sent. The id of a line that the version has keeps that line. */
export type LineItemInput = { [Field in keyof Sendable]?: NonNullable<Sendable[Field]> } & { id?: string };

/** New values; null where a field is to be cleared. */
export type LineItemChanges = { [Field in keyof Sendable]?: Sendable[Field] | null };

/** interface: BOM line item. */
export const DEFAULT_CATEGORY = 'Uncategorized';
export const DEFAULT_UNIT = 'pc';

/** The option that was chosen: of the material and, where several are of it, of the SKU. */
export function chosenOption(line: LineItemFields): MaterialOption | undefined {
  const { chosenAssignedMaterialId: materialId, chosenAssignedSkuId: skuId } = line;
  if (materialId === null) return undefined;
  const options = line.assignedMaterialOptions.filter((option) => option.materialId === materialId);
  return options.find((option) => option.skuId === skuId) ?? options[0];
}
