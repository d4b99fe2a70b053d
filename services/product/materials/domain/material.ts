import { type ArchivableStatus, archivable } from '#chassis/domain/archivable.ts';
import { refuseEnded } from '#chassis/domain/currencies.ts';
import { unitPriceOf } from '#chassis/domain/money.ts';
import { advance, cleared, newRecord, partIds, type RecordState, type View, viewOf } from '#chassis/domain/record.ts';
import { material } from '#proto/product/v1/material.contract.ts';

/** A material in one color and size. */
export interface MaterialSku {
  id: string;
  color: string | null;
  size: string | null;
  code: string | null;
}

/** The optional fields of a material. */
interface OptionalFields {
  type: string | null;
  unit: string | null;
  /** Unique in the org. */
  refId: string | null;
  description: string | null;
  composition: string | null;
  color: string | null;
  widthCm: number | null;
  weightGsm: number | null;
  /** Per unit. */
  costInNativeCurrency: number | null;
  /** ISO 4217 code. */
  nativeCurrency: string | null;
  leadTimeDays: number | null;
  /** Minimum order quantity, in units. */
  moq: number | null;
}

/** A material of styles (decisions 6: Material). */
export interface Material extends RecordState, OptionalFields {
  /** `MAT-<year>-<number>` */
  documentId: string;
  name: string;
  supplierId: string | null;
  /** The present name of the supplier. It is not stored, but looked up at each read. */
  supplierName: string | null;
  skus: MaterialSku[];
  status: ArchivableStatus;
  /** JSON text of the free fields. The database stores text, so that it never reads a field name of the caller. */
  freeFields: string;
}

type SkuInput = Partial<{ [Field in keyof MaterialSku]: string }>;

interface OwnFields {
  name: string;
  skus?: SkuInput[];
}

export type MaterialInput = OwnFields & { [Field in keyof OptionalFields]?: NonNullable<OptionalFields[Field]> } & {
  status?: ArchivableStatus;
  freeFields?: string;
};

/** New values of fields; null clears a field. */
export type MaterialChanges = { [Field in keyof OwnFields]?: OwnFields[Field] | null } & Partial<OptionalFields>;

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

const optional: readonly (keyof OptionalFields)[] = [
  'type',
  'unit',
  'refId',
  'description',
  'composition',
  'color',
  'widthCm',
  'weightGsm',
  'costInNativeCurrency',
  'nativeCurrency',
  'leadTimeDays',
  'moq',
];

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
  input: MaterialInput,
  supplier: SupplierOfMaterial,
  { id, documentId, orgId, now }: Origin,
  newId: NewId,
): MaterialDecision {
  const given = optional.map((field) => [field, input[field] ?? null]);
  refuseEnded(input.nativeCurrency, null, 'nativeCurrency');
  const cost = input.costInNativeCurrency ?? null;
  return life.created({
    ...newRecord(id, orgId, now),
    ...(Object.fromEntries(given) as OptionalFields),
    costInNativeCurrency: cost === null ? null : unitPriceOf(cost),
    ...supplier,
    documentId,
    name: input.name,
    skus: skusOf(input.skus ?? [], undefined, newId),
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
  const given = optional.map((field) => [field, cleared(changes[field] as never, before[field] as never)]);
  refuseEnded(changes.nativeCurrency, before.nativeCurrency, 'nativeCurrency');
  const cost = cleared(changes.costInNativeCurrency, before.costInNativeCurrency);
  const state: Material = {
    ...advance(before, now),
    ...(Object.fromEntries(given) as OptionalFields),
    costInNativeCurrency: cost === null ? null : unitPriceOf(cost, before.costInNativeCurrency),
    ...supplier,
    name: changes.name ?? before.name,
    freeFields: merged(before.freeFields, free),
  };
  if (changes.skus !== undefined) state.skus = skusOf(changes.skus ?? [], before.skus, newId);
  return life.updated(before, state);
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

function skusOf(inputs: SkuInput[], known: MaterialSku[] | undefined, newId: NewId): MaterialSku[] {
  const ids = partIds({ field: 'skus', sent: inputs, known }, newId);
  return inputs.map(({ color, size, code }, index) => ({
    id: ids[index] as string,
    color: color ?? null,
    size: size ?? null,
    code: code ?? null,
  }));
}
