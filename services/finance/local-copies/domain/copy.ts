import type { ArchivableStatus } from '#chassis/domain/archivable.ts';
import type { KitCopy, RecipeCopy } from '#proto/product/v1/recipe.contract.ts';

/** The kinds of records of product that finance copies, with the fields that finance's documents need. */
export interface Copy {
  client: ClientCopy;
  supplier: SupplierCopy;
  style: StyleCopy;
  material: MaterialCopy;
  bom: BomCopy;
  /** The kits among the SKUs of a style. `id`: the style. */
  kit: KitCopy;
  /** The approved lines of a BOM. `id`: the BOM. */
  recipe: RecipeCopy;
}

export type CopyKind = keyof Copy;

/** Kinds of whole records. The other kinds are parts of records, which are copied when they are first read. */
export const RECORD_KINDS = ['client', 'supplier', 'style', 'material', 'bom'] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];
export const isRecord = (kind: CopyKind): kind is RecordKind => (RECORD_KINDS as readonly CopyKind[]).includes(kind);

export interface ClientCopy {
  id: string;
  name: string;
  status: ArchivableStatus;
  /** ISO 4217 code. */
  currency: string;
  priceCategory: string | null;
  paymentTerms: string | null;
  // Copies of an earlier version lack the optional fields.
  paymentTermsDays?: number | null;
  discountPercent?: number | null;
  discountDays?: number | null;
  country: string;
  billingAddress: string | null;
  taxId: string | null;
  /** ISO 3166-1 code of two letters. */
  vatCountry?: string | null;
  /** BCP 47 tag. */
  language?: string | null;
  /** In the client's currency. */
  maxAccountValue: number;
}

export interface SupplierCopy {
  id: string;
  name: string;
  status: ArchivableStatus;
  currency: string | null;
  country: string | null;
  // Copies of an earlier version lack the optional fields.
  address?: string | null;
  taxId?: string | null;
  /** Days from an order to the delivery of the goods. */
  leadTimeDays?: number | null;
}

export interface StyleCopy {
  id: string;
  documentId: string;
  name: string;
  refId: string | null;
  status: ArchivableStatus;
  clientId: string | null;
  /** Up to 2,000. */
  skus: SkuCopy[];
}

export interface SkuCopy {
  id: string;
  documentId: string;
  color: string;
  size: string;
}

export interface MaterialCopy {
  id: string;
  documentId: string;
  name: string;
  status: ArchivableStatus;
  unit: string | null;
  // Copies of an earlier version lack the optional fields.
  supplierId?: string | null;
  /** Per unit, in `nativeCurrency`. */
  costInNativeCurrency?: number | null;
  nativeCurrency?: string | null;
  leadTimeDays?: number | null;
  /** Minimum order quantity. */
  moq?: number | null;
}

export interface BomCopy {
  id: string;
  documentId: string;
  styleId: string;
  /** Status of the latest version. */
  status: string;
}

/** Copies without the lists of SKUs and lines, so that many can be held at the same time. */
export type Summary = { [Kind in CopyKind]: Omit<Copy[Kind], 'skus' | 'lines'> };

/** The documentId of the style of a SKU. The SKU's documentId is the style's with `-<number>` appended. */
export const styleOfSku = (documentId: string): string => documentId.replace(/-\d+$/, '');

/** The wanted SKUs of a style, each with the key that was asked for: id or documentId. */
export function skusIn({ skus }: Pick<StyleCopy, 'skus'>, wanted: ReadonlySet<string>): [string, SkuCopy][] {
  return skus.flatMap((sku) =>
    [sku.id, sku.documentId].filter((key) => wanted.has(key)).map((key): [string, SkuCopy] => [key, sku]),
  );
}
