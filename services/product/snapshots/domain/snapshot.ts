import { type KitCopy, kitsOf, type RecipeCopy, recipeLineOf } from '#proto/product/v1/recipe.contract.ts';
import { approvedOf, type Bom } from '../../boms/domain/bom.ts';
import type { VersionContent } from '../../boms/domain/bom-version.ts';
import type { Client } from '../../clients/domain/client.ts';
import type { Material } from '../../materials/domain/material.ts';
import { type Sku, styleOfSku } from '../../styles/domain/sku.ts';
import type { Style } from '../../styles/domain/style.ts';
import type { Supplier } from '../../suppliers/domain/supplier.ts';

/** The fields of each kind of record that finance copies. */
export interface Copied {
  client: Pick<
    Client,
    | Head
    | 'name'
    | 'status'
    | 'currency'
    | 'priceCategory'
    | 'paymentTerms'
    | 'paymentTermsDays'
    | 'discountPercent'
    | 'discountDays'
    | 'country'
    | 'billingAddress'
    | 'taxId'
    | 'vatCountry'
    | 'language'
    | 'maxAccountValue'
  >;
  supplier: Pick<Supplier, Head | 'name' | 'status' | 'currency' | 'country' | 'address' | 'taxId' | 'leadTimeDays'>;
  style: Pick<Style, Head | 'documentId' | 'name' | 'refId' | 'status' | 'clientId'> & { skus: CopiedSku[] };
  material: Pick<
    Material,
    | Head
    | 'documentId'
    | 'name'
    | 'status'
    | 'unit'
    | 'supplierId'
    | 'costInNativeCurrency'
    | 'nativeCurrency'
    | 'leadTimeDays'
    | 'moq'
  >;
  bom: Pick<Bom, Head | 'documentId' | 'styleId' | 'status'>;
}

type Head = 'id' | 'orgId' | 'revision';
export type CopiedSku = Pick<Sku, 'id' | 'documentId' | 'color' | 'size'>;
export type CopiedKind = keyof Copied;

type Fields<Kind extends CopiedKind> = readonly Exclude<keyof Copied[Kind] & string, 'id'>[];

/** For each kind: the collection of its records, and the copied fields. */
const records: { [Kind in CopiedKind]: { collection: string; fields: Fields<Kind> } } = {
  client: {
    collection: 'clients',
    fields: [
      'orgId',
      'revision',
      'name',
      'status',
      'currency',
      'priceCategory',
      'paymentTerms',
      'paymentTermsDays',
      'discountPercent',
      'discountDays',
      'country',
      'billingAddress',
      'taxId',
      'vatCountry',
      'language',
      'maxAccountValue',
    ],
  },
  supplier: {
    collection: 'suppliers',
    fields: ['orgId', 'revision', 'name', 'status', 'currency', 'country', 'address', 'taxId', 'leadTimeDays'],
  },
  style: {
    collection: 'styles',
    fields: ['orgId', 'revision', 'documentId', 'name', 'refId', 'status', 'clientId', 'skus'],
  },
  material: {
    collection: 'materials',
    fields: [
      'orgId',
      'revision',
      'documentId',
      'name',
      'status',
      'unit',
      'supplierId',
      'costInNativeCurrency',
      'nativeCurrency',
      'leadTimeDays',
      'moq',
    ],
  },
  bom: { collection: 'boms', fields: ['orgId', 'revision', 'documentId', 'styleId', 'status'] },
};

/** The copied fields of a SKU. Its kit is not copied, because it may be large. */
const SKU_FIELDS: readonly (keyof CopiedSku)[] = ['id', 'documentId', 'color', 'size'];

/** The collection of a kind, and the paths that are read. */
export function sourceOf(kind: CopiedKind): { collection: string; paths: string[]; isNumbered: boolean } {
  const { collection, fields }: { collection: string; fields: readonly string[] } = records[kind];
  const paths = fields.flatMap((field) => (field === 'skus' ? SKU_FIELDS.map((part) => `skus.${part}`) : [field]));
  return { collection, paths, isNumbered: fields.includes('documentId') };
}

export const COPIED_KINDS = Object.keys(records) as CopiedKind[];

/** The copied part of a style or of a BOM, which has the id and the revision of that record. */
export interface CopiedPart {
  kit: KitCopy & Pick<Style, 'orgId' | 'revision'>;
  recipe: RecipeCopy & Pick<Bom, 'orgId' | 'revision'>;
}
export type PartKind = keyof CopiedPart;

/** The record that has the part, and the paths of the part that are read. */
export const partSources = {
  kit: { of: 'style', paths: ['orgId', 'revision', 'skus.id', 'skus.isKittedBundle', 'skus.kittedBundle'] },
  recipe: { of: 'bom', paths: ['orgId', 'revision', 'versions'] },
} as const satisfies Record<PartKind, { of: CopiedKind; paths: string[] }>;

export type KitSource = Pick<Style, 'id' | 'orgId' | 'revision' | 'skus'>;
export type RecipeSource = Pick<Bom, 'id' | 'orgId' | 'revision' | 'versions'>;
export type RecipeContent = Pick<VersionContent, 'lineItems'>;

/** The approved version; undefined if there is none. */
export const approvedVersion = (bom: RecipeSource) => approvedOf(bom as Bom);

export const kitSnapshot = ({ id, orgId, revision, skus }: KitSource) => ({
  id,
  orgId,
  revision,
  skus: kitsOf(skus),
});

/** `content`: the lines of the approved version; undefined if no version is approved. */
export function recipeSnapshot(bom: RecipeSource, content: RecipeContent | undefined): CopiedPart['recipe'] {
  const { id, orgId, revision } = bom;
  const approved = approvedVersion(bom);
  const lines = (content?.lineItems ?? []).map(recipeLineOf);
  return {
    ...{ id, orgId, revision },
    versionNumber: approved?.versionNumber ?? null,
    approvedAt: approved?.approvedAt?.toISOString() ?? null,
    lineCount: lines.length,
    lines,
  };
}

export { styleOfSku };
