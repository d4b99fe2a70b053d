import { refuseEndedAt } from '#chassis/domain/currencies.ts';
import type { Faults } from '#chassis/domain/faults.ts';

/** A material that a line may use (decisions 6: BOM). */
export interface MaterialOption {
  id: string;
  materialId: string | null;
  materialName: string | null;
  skuId: string | null;
  supplierId: string | null;
  supplierName: string | null;
  /** Per unit, in `currency`. */
  cost: number | null;
  currency: string | null;
  /** Days. */
  leadTimeDays: number | null;
  /** Minimum order quantity. */
  moq: number | null;
  priority: number | null;
  isPreferred: boolean;
}

export type MaterialOptionInput = { [Field in keyof MaterialOption]?: NonNullable<MaterialOption[Field]> };

/** The fields of a material that BOMs need. */
export interface MaterialCard {
  id: string;
  documentId: string;
  name: string;
  skuIds: string[];
  supplierId: string | null;
  supplierName: string | null;
  /** Present cost per unit. */
  cost: number | null;
  currency: string | null;
}

export interface SupplierCard {
  id: string;
  name: string;
}

/** The materials and suppliers that options name, by the key that was used: id or documentId. */
export interface Catalog {
  materials: ReadonlyMap<string, MaterialCard>;
  suppliers: ReadonlyMap<string, SupplierCard>;
}

/** The keys of the materials and suppliers that options name. */
export function keysOf(options: readonly (MaterialOption | MaterialOptionInput)[]) {
  const materials = options.flatMap(({ materialId }) => materialId ?? []);
  const suppliers = options.flatMap(({ supplierId }) => supplierId ?? []);
  return { materials, suppliers };
}

/**
 * The options to store: keys are replaced by ids, and absent names are filled in. An option whose id is in `known`
 * keeps the id. Faults: a material, supplier or SKU that does not exist. An option that already has a SKU may keep it
 * after the material has removed it, so that callers can send back what they have read.
 */
export function resolveOptions(
  inputs: readonly MaterialOptionInput[],
  known: readonly MaterialOption[],
  { catalog, newId }: { catalog: Catalog; newId: () => string },
  faults: Faults,
): MaterialOption[] {
  const free = new Map(known.map((option) => [option.id, option]));
  return inputs.map((input, index) => {
    const before = free.get(input.id ?? '');
    if (before) free.delete(before.id);
    refuseEndedAt('currency', input.currency, before?.currency, faults.within(String(index)));
    return {
      id: before?.id ?? newId(),
      ...settleReferences(input, before, catalog, faults.within(String(index))),
      cost: input.cost ?? null,
      currency: input.currency ?? null,
      leadTimeDays: input.leadTimeDays ?? null,
      moq: input.moq ?? null,
      priority: input.priority ?? null,
      isPreferred: input.isPreferred ?? false,
    };
  });
}

function settleReferences(
  { materialId, skuId, supplierId, ...names }: MaterialOptionInput,
  before: MaterialOption | undefined,
  catalog: Catalog,
  faults: Faults,
) {
  const material = materialId === undefined ? undefined : catalog.materials.get(materialId);
  if (materialId !== undefined && !material) {
    faults.add(['materialId'], 'no such material; POST /api/v1/materials creates one', materialId);
  }
  const isKept = before !== undefined && before.materialId === material?.id && before.skuId === skuId;
  if (material && !isKept) checkSku(skuId, material, faults.within('skuId'));
  const supplier = supplierId === undefined ? undefined : catalog.suppliers.get(supplierId);
  if (supplierId !== undefined && !supplier) {
    faults.add(['supplierId'], 'no such supplier; POST /api/v1/suppliers creates one', supplierId);
  }
  const madeBy = supplier ?? (names.supplierName === undefined ? usualSupplier(material) : undefined);
  return {
    materialId: material?.id ?? null,
    materialName: names.materialName ?? material?.name ?? null,
    skuId: skuId ?? null,
    supplierId: madeBy?.id ?? null,
    supplierName: names.supplierName ?? madeBy?.name ?? null,
  };
}

const usualSupplier = (material: MaterialCard | undefined): { id: string; name: string | null } | undefined =>
  material?.supplierId ? { id: material.supplierId, name: material.supplierName } : undefined;

/** Any SKU is accepted for a material without SKUs. */
function checkSku(skuId: string | null | undefined, { name, skuIds }: MaterialCard, faults: Faults): void {
  if (skuId === undefined || skuId === null || skuIds.length === 0 || skuIds.includes(skuId)) return;
  faults.add([], `material ${name} has no such SKU`, skuId);
}

/** The options of a line, and the chosen option. */
export interface Choice {
  assignedMaterialOptions: MaterialOption[];
  chosenAssignedMaterialId: string | null;
  chosenAssignedSkuId: string | null;
}

/**
 * The choice, with the material's id instead of its key. Faults: a choice that is not among the options. A line that
 * already has a chosen SKU may keep it after the material has removed it, so that callers can send back what they have
 * read.
 */
export function settleChoice(
  choice: Choice,
  before: Choice | undefined,
  { materials }: Catalog,
  faults: Faults,
): Choice {
  const { assignedMaterialOptions: options, chosenAssignedMaterialId: key, chosenAssignedSkuId: skuId } = choice;
  if (key === null) {
    if (skuId !== null) faults.add(['chosenAssignedSkuId'], 'a SKU must belong to a chosen material', skuId);
    return choice;
  }
  const material = materials.get(key);
  const chosen = material?.id ?? key;
  const isKept = before?.chosenAssignedMaterialId === chosen && before.chosenAssignedSkuId === skuId;
  if (!options.some(({ materialId }) => materialId === chosen)) {
    const error = 'not the materialId of one of the assignedMaterialOptions';
    faults.add(['chosenAssignedMaterialId'], error, key);
  } else if (material && !isKept) checkSku(skuId, material, faults.within('chosenAssignedSkuId'));
  return { ...choice, chosenAssignedMaterialId: chosen };
}
