import { z } from 'zod';
import { Currency } from '../../common/v1/contract.ts';
import { BomLineItem } from './bom-line-item.contract.ts';
import { KitEntry, type Sku, Style } from './style.contract.ts';

/** The kits of a style, as finance copies them. `id`: the style. */
export const KitCopy = z.object({
  id: z.string(),
  skus: z.array(
    z.object({
      id: z.string(),
      kittedBundle: z.array(KitEntry.pick({ skuId: true, styleId: true, quantity: true }).strip()),
    }),
  ),
});
export type KitCopy = z.output<typeof KitCopy>;

/** The chosen material of a line of a BOM. Fields without a value are null. */
export const RecipeLine = z.object({
  materialId: z.string().nullable(),
  materialName: z.string().nullable(),
  skuId: z.string().nullable(),
  supplierId: z.string().nullable(),
  supplierName: z.string().nullable(),
  description: z.string().nullable(),
  unit: z.string(),
  netBuyingConsumption: z.number().nullable(),
  /** Per unit, in `currency`. */
  cost: z.number().nullable(),
  currency: Currency.nullable(),
  /** Days. */
  leadTimeDays: z.number().nullable(),
  /** Minimum order quantity, in `unit`. */
  moq: z.number().nullable(),
});
export type RecipeLine = z.output<typeof RecipeLine>;

/** The lines of the approved version of a BOM, as finance copies them. `id`: the BOM. */
export const RecipeCopy = z.object({
  id: z.string(),
  /** Null if no version is approved. */
  versionNumber: z.int().nullable(),
  /** RFC 3339. */
  approvedAt: z.string().nullable(),
  lineCount: z.int(),
  lines: z.array(RecipeLine),
});
export type RecipeCopy = z.output<typeof RecipeCopy>;

type Line = Pick<
  z.output<typeof BomLineItem>,
  | 'assignedMaterialOptions'
  | 'chosenAssignedMaterialId'
  | 'chosenAssignedSkuId'
  | 'materialCostInNativeCurrency'
  | 'nativeCurrency'
  | 'estimatedMaterialPreparationLeadTime'
  | 'netBuyingConsumption'
  | 'description'
  | 'unit'
>;

/**
 * The recipe line of a BOM line. The cost is the line's, else the option's. The lead time is the option's, else the
 * line's. Product makes snapshots with it and finance reads events with it, so both have the same copy.
 */
export function recipeLineOf(line: Line): RecipeLine {
  const { chosenAssignedMaterialId: materialId, chosenAssignedSkuId: skuId, description, unit } = line;
  const options = line.assignedMaterialOptions.filter((option) => option.materialId === materialId);
  const option = materialId === null ? undefined : (options.find((one) => one.skuId === skuId) ?? options[0]);
  const isPriced = line.materialCostInNativeCurrency !== null && line.nativeCurrency !== null;
  return {
    materialId,
    materialName: option?.materialName ?? null,
    skuId: materialId === null ? null : (skuId ?? option?.skuId ?? null),
    supplierId: option?.supplierId ?? null,
    supplierName: option?.supplierName ?? null,
    description,
    unit,
    netBuyingConsumption: line.netBuyingConsumption,
    cost: isPriced ? line.materialCostInNativeCurrency : (option?.cost ?? null),
    currency: isPriced ? line.nativeCurrency : (option?.currency ?? null),
    leadTimeDays: option?.leadTimeDays ?? line.estimatedMaterialPreparationLeadTime,
    moq: option?.moq ?? null,
  };
}

/** The kits among the SKUs of a style. */
export const kitsOf = (skus: readonly Pick<z.output<typeof Sku>, 'id' | 'isKittedBundle' | 'kittedBundle'>[]) =>
  skus
    .filter(({ isKittedBundle }) => isKittedBundle)
    .map(({ id, kittedBundle }) => ({
      id,
      kittedBundle: kittedBundle.map(({ skuId, styleId, quantity }) => ({ skuId, styleId, quantity })),
    }));

/** The kits in an event of a style. */
export const StyleWithKits = Style.pick({ id: true, skus: true }).strip();

/** The latest version in an event of a BOM (decisions 5: Envelope). */
export const LatestBomVersion = z.object({
  id: z.string(),
  versions: z.tuple([
    z.object({
      versionNumber: z.int(),
      status: z.string(),
      approvedAt: z.string().nullable(),
      lineItems: z.array(BomLineItem),
    }),
  ]),
});
