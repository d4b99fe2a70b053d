import { z } from 'zod';
import { list, recordId } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { BomSnapshot as BomMessage } from '../../gen/product/v1/BomSnapshot.ts';
import type { ClientSnapshot as ClientMessage } from '../../gen/product/v1/ClientSnapshot.ts';
import type { GetSnapshotsRequest as GetSnapshotsMessage } from '../../gen/product/v1/GetSnapshotsRequest.ts';
import type { GetStylesOfSkusRequest as GetStylesOfSkusMessage } from '../../gen/product/v1/GetStylesOfSkusRequest.ts';
import type { KitSnapshot as KitMessage } from '../../gen/product/v1/KitSnapshot.ts';
import type { ListSnapshotsRequest as ListSnapshotsMessage } from '../../gen/product/v1/ListSnapshotsRequest.ts';
import type { MaterialSnapshot as MaterialMessage } from '../../gen/product/v1/MaterialSnapshot.ts';
import type { RecipeSnapshot as RecipeMessage } from '../../gen/product/v1/RecipeSnapshot.ts';
import type { StyleSnapshot as StyleMessage } from '../../gen/product/v1/StyleSnapshot.ts';
import type { SupplierSnapshot as SupplierMessage } from '../../gen/product/v1/SupplierSnapshot.ts';
import { Bom } from './bom.contract.ts';
import { Client } from './client.contract.ts';
import { Material } from './material.contract.ts';
import type { KitCopy, RecipeCopy } from './recipe.contract.ts';
import { Sku, Style } from './style.contract.ts';
import { Supplier } from './supplier.contract.ts';

/** Fields of product's records that other services copy from events and snapshots. They drop all other fields. */
export const copiedFields = {
  client: Client.pick({
    id: true,
    name: true,
    status: true,
    currency: true,
    priceCategory: true,
    paymentTerms: true,
    paymentTermsDays: true,
    discountPercent: true,
    discountDays: true,
    country: true,
    billingAddress: true,
    taxId: true,
    vatCountry: true,
    language: true,
    maxAccountValue: true,
  }).strip(),
  supplier: Supplier.pick({
    ...{ id: true, name: true, status: true, currency: true, country: true },
    ...{ address: true, taxId: true, leadTimeDays: true },
  }).strip(),
  style: Style.pick({ id: true, documentId: true, name: true, refId: true, status: true, clientId: true })
    .extend({ skus: z.array(Sku.pick({ id: true, documentId: true, color: true, size: true }).strip()) })
    .strip(),
  material: z.object(
    Material.pick({
      ...{ id: true, documentId: true, name: true, status: true, unit: true, supplierId: true },
      ...{ costInNativeCurrency: true, nativeCurrency: true, leadTimeDays: true, moq: true },
    }).shape,
  ),
  bom: Bom.pick({ id: true, documentId: true, styleId: true, status: true }).strip(),
};

/**
 * For each kind, null for each copied field that can be null. A message leaves out such a field, and so does an event or a
 * copy of a version that does not know the field.
 */
export const nullFields = Object.fromEntries(
  Object.entries(copiedFields).map(([kind, { shape }]) => {
    const fields = Object.entries<z.ZodType>(shape).filter(([, field]) => field.safeParse(null).success);
    return [kind, Object.fromEntries(fields.map(([name]) => [name, null]))];
  }),
) as Record<keyof typeof copiedFields, Record<string, null>>;

/** Kinds of records whose events carry all copied fields. */
export const RecordKind = z.enum(['client', 'supplier', 'style', 'material', 'bom']);
export type RecordKind = z.output<typeof RecordKind>;
/** `kit`: the kits of a style. `recipe`: the approved lines of a BOM. */
export const SnapshotKind = z.enum([...RecordKind.options, 'kit', 'recipe']);
export type SnapshotKind = z.output<typeof SnapshotKind>;

/** Maximum number of records or SKUs in one request. */
export const MAX_SNAPSHOT_KEYS = 100;
const keys = list(recordId(), { min: 1, max: MAX_SNAPSHOT_KEYS });

export const GetSnapshotsRequest = z.strictObject({ kind: SnapshotKind, keys });
export const GetStylesOfSkusRequest = z.strictObject({ keys });
export const ListSnapshotsRequest = z.strictObject({
  kind: SnapshotKind,
  limit: z.int().min(1).max(1_000),
  after: recordId().exactOptional(),
});

interface Head {
  orgId: string;
  revision: number;
}

/** A snapshot in a message: the copied fields with the org and the revision of the record. */
type Travelling<Kind extends RecordKind> = z.output<(typeof copiedFields)[Kind]> & Head;

export type Pins = Agree<
  [
    Pinned<Travelling<'client'>, ClientMessage>,
    Pinned<Travelling<'supplier'>, SupplierMessage>,
    Pinned<Travelling<'style'>, StyleMessage>,
    Pinned<Travelling<'material'>, MaterialMessage>,
    Pinned<Travelling<'bom'>, BomMessage>,
    Pinned<KitCopy & Head, KitMessage>,
    Pinned<RecipeCopy & Head, RecipeMessage>,
    Pinned<z.output<typeof GetSnapshotsRequest>, GetSnapshotsMessage>,
    Pinned<z.output<typeof GetStylesOfSkusRequest>, GetStylesOfSkusMessage>,
    Pinned<z.output<typeof ListSnapshotsRequest>, ListSnapshotsMessage>,
  ]
>;
