import { archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { unitPriceOf } from '#chassis/domain/money.ts';
import { partsAfter } from '#chassis/domain/parts.ts';
import { changed, filled } from '#chassis/domain/plain-fields.ts';
import { advance, cleared, newRecord, type StateOf, type View, viewOf } from '#chassis/domain/record.ts';
import type { Changes } from '#proto/common/v1/resource.contract.ts';
import {
  type MaterialInMessage,
  type MaterialPatchInMessage,
  type MaterialSku,
  material,
  materialSku,
  type NamedMaterial,
} from '#proto/product/v1/material.contract.ts';

/** A material of styles (decisions 6: Material). */
export interface Material extends StateOf<NamedMaterial> {
  skus: MaterialSku[];
  /** JSON text of the free fields. The database stores text, so that it never reads a field name of the caller. */
  freeFields: string;
}
/** New values of named fields; null clears a field. */
export type MaterialChanges = Omit<Changes<{ patch: typeof MaterialPatchInMessage }>, 'freeFields'>;

/** The supplier that a material names. */
export interface SupplierOfMaterial {
  supplierId: string | null;
  supplierName: string | null;
}

/** Values of a new material besides the sent fields. */
export interface Origin {
  id: string;
  documentId: string;
  orgId: string;
  now: Date;
}

type NewId = () => string;

/** The material in its public form: free fields beside the typed fields. */
function publicForm(state: Material): Omit<View<Material>, 'freeFields'> {
  const { freeFields, ...typed } = viewOf(state);
  return { ...(JSON.parse(freeFields) as object), ...typed };
}

const life = archivable<Material, ReturnType<typeof publicForm>>(material, publicForm);

type MaterialDecision = ReturnType<typeof life.created>;
export const { archive: archiveMaterial, restore: restoreMaterial, remove: deleteMaterial } = life;

/** Creates a material in the status that the input names, by default active (decisions 4). */
export function createMaterial(
  input: MaterialInMessage,
  supplier: SupplierOfMaterial,
  { id, documentId, orgId, now }: Origin,
  newId: NewId,
): MaterialDecision {
  refuseEnded(input.nativeCurrency, null, 'nativeCurrency');
  const cost = input.costInNativeCurrency ?? null;
  return life.created({
    ...newRecord(id, orgId, now),
    ...filled(material.plain, input),
    costInNativeCurrency: cost === null ? null : unitPriceOf(cost),
    ...supplier,
    documentId,
    skus: partsAfter<MaterialSku>(materialSku.plain, { field: 'skus', sent: input.skus, known: undefined }, newId),
    status: input.status ?? 'active',
    freeFields: input.freeFields ?? '{}',
  });
}

/**
 * Changes a material. null clears a field that may be empty, and leaves the name unchanged (decisions 1: Null). `free`:
 * changed free fields; null removes a field.
 */
export function updateMaterial(
  before: Material,
  {
    changes,
    free,
    supplier,
  }: { changes: MaterialChanges; free: Record<string, unknown>; supplier: SupplierOfMaterial },
  now: Date,
  newId: NewId,
): MaterialDecision {
  refuseEnded(changes.nativeCurrency, before.nativeCurrency, 'nativeCurrency');
  const cost = cleared(changes.costInNativeCurrency, before.costInNativeCurrency);
  return life.updated(before, {
    ...advance(before, now),
    ...changed(material.plain, before, changes),
    costInNativeCurrency: cost === null ? null : unitPriceOf(cost, before.costInNativeCurrency),
    ...supplier,
    skus: partsAfter(materialSku.plain, { field: 'skus', sent: changes.skus, known: before.skus }, newId),
    freeFields: merged(before.freeFields, free),
  });
}

/** The SKUs that a change removes. */
export function droppedSkus(before: Material, after: Material): MaterialSku[] {
  const kept = new Set(after.skus.map(({ id }) => id));
  return before.skus.filter(({ id }) => !kept.has(id));
}

function merged(before: string, changes: Record<string, unknown>): string {
  const fields = new Map(Object.entries(JSON.parse(before) as object));
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) fields.delete(name);
    else fields.set(name, value);
  }
  return JSON.stringify(Object.fromEntries(fields));
}
