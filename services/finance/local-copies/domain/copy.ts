import type { ArchivableStatus } from '#chassis/domain/archivable.ts';

/** The records that finance's documents name, with the fields that the documents need. */
export interface Copy {
  client: ClientCopy;
  supplier: SupplierCopy;
  style: StyleCopy;
  material: MaterialCopy;
  bom: BomCopy;
}

export type CopyKind = keyof Copy;

export interface ClientCopy {
  id: string;
  name: string;
  status: ArchivableStatus;
  /** ISO 4217. */
  currency: string;
  priceCategory: string | null;
  paymentTerms: string | null;
  country: string;
  billingAddress: string | null;
  taxId: string | null;
  /** In its currency. */
  maxAccountValue: number;
}

export interface SupplierCopy {
  id: string;
  name: string;
  status: ArchivableStatus;
  currency: string | null;
  country: string | null;
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
}

export interface BomCopy {
  id: string;
  documentId: string;
  styleId: string;
  /** Status of its latest version. */
  status: string;
}

/** Copies without what may be large, for many at once. */
export type Summary = { [Kind in CopyKind]: Omit<Copy[Kind], 'skus'> };

/** A SKU's documentId begins with its style's. */
export const styleOfSku = (documentId: string): string => documentId.replace(/-\d+$/, '');

/** A style's SKUs that are asked for, each under what it is asked by. */
export function skusIn({ skus }: Pick<StyleCopy, 'skus'>, wanted: ReadonlySet<string>): [string, SkuCopy][] {
  return skus.flatMap((sku) =>
    [sku.id, sku.documentId].filter((key) => wanted.has(key)).map((key): [string, SkuCopy] => [key, sku]),
  );
}
