import { invalidField } from '#chassis/domain/errors.ts';
import type { Rates } from '#chassis/domain/money.ts';
import type { References } from '#chassis/reference-integrity/references.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { ExchangeRateRepository } from '../exchange-rates/repository.ts';
import type { Material } from '../materials/domain/material.ts';
import type { MaterialRepository } from '../materials/repository.ts';
import type { StyleRepository } from '../styles/repository.ts';
import type { SupplierRepository } from '../suppliers/repository.ts';
import type { Bom } from './domain/bom.ts';
import type { BomContext, StyleSummary } from './domain/bom-view.ts';
import type { LineItem, LineItemChanges, LineItemInput } from './domain/line-items.ts';
import {
  type Catalog,
  keysOf,
  type MaterialCard,
  type MaterialOption,
  type MaterialOptionInput,
  type SupplierCard,
} from './domain/material-option.ts';

/** A style with the fields that a BOM's usage shows. */
export interface StyleCard extends StyleSummary {
  status: string;
  createdAt: Date;
}

/** The functions of other resources that BOMs need. Keys are ids or documentIds. */
export interface BomDependencies {
  style(scope: ReadScope, key: string): Promise<StyleCard | undefined>;
  /** Styles by id. */
  styles(scope: ReadScope, ids: readonly string[]): Promise<Map<string, StyleCard>>;
  /** The SKUs of the style that are kits. */
  kitsOf(scope: ReadScope, styleId: string): Promise<{ id: string; name: string }[]>;
  /** Materials, each under its id and under its documentId. */
  materials(scope: ReadScope, keys: readonly string[]): Promise<Map<string, MaterialCard>>;
  suppliers(scope: ReadScope, keys: readonly string[]): Promise<Map<string, SupplierCard>>;
  /** The org's present exchange rates. */
  rates(scope: ReadScope): Promise<Rates>;
  newestUsers: References['newestUsers'];
}

interface ProductRepositories {
  styles: StyleRepository;
  materials: MaterialRepository;
  suppliers: SupplierRepository;
  exchangeRates: ExchangeRateRepository;
  references: References;
}

/** The dependencies of BOMs, from the other resources of product. */
export function bomDependencies({
  styles,
  materials,
  suppliers,
  exchangeRates,
  references,
}: ProductRepositories): BomDependencies {
  return {
    style: async (scope, key) => (await styles.summaries(scope, [key]))[0],
    async styles(scope, ids) {
      const found = await styles.summaries(scope, ids);
      return new Map(found.map((style) => [style.id, style]));
    },
    async kitsOf(scope, styleId) {
      const [style] = await styles.findMany(scope, [styleId]);
      const kits = style?.skus.filter(({ isKittedBundle }) => isKittedBundle) ?? [];
      return kits.map(({ id, documentId }) => ({ id, name: documentId }));
    },
    async materials(scope, keys) {
      const cards = (await materials.findMany(scope, keys)).map(cardOf);
      return new Map(cards.flatMap((card) => [card.id, card.documentId].map((key) => [key, card] as const)));
    },
    async suppliers(scope, keys) {
      const names = await suppliers.names(scope, [...keys]);
      return new Map([...names].map(([id, name]) => [id, { id, name }]));
    },
    rates: async (scope) => (await exchangeRates.get(scope)).rates,
    newestUsers: references.newestUsers,
  };
}

const cardOf = ({ costInNativeCurrency, nativeCurrency, skus, ...material }: Material): MaterialCard => ({
  id: material.id,
  documentId: material.documentId,
  name: material.name,
  skuIds: skus.map(({ id }) => id),
  supplierId: material.supplierId,
  supplierName: material.supplierName,
  cost: costInNativeCurrency,
  currency: nativeCurrency,
});

/** The style and the exchange rates that a BOM is shown with. */
export async function bomContextOf(
  scope: ReadScope,
  { styleId }: Pick<Bom, 'styleId'>,
  dependencies: Pick<BomDependencies, 'style' | 'rates'>,
): Promise<BomContext> {
  const [style, rates] = await oneAfterAnother(
    () => dependencies.style(scope, styleId),
    () => dependencies.rates(scope),
  );
  return { style: style ? styleSummary(style) : null, rates };
}

/** Errors: validation_failed at styleId if there is no such style. */
export async function requireStyle(tx: ReadScope, key: string, dependencies: BomDependencies): Promise<StyleCard> {
  const style = await dependencies.style(tx, key);
  if (style) return style;
  throw invalidField(['body', 'styleId'], 'no such style; POST /api/v1/styles creates one', key);
}

type Line = LineItemInput | LineItemChanges | LineItem;

/** The materials and suppliers that lines name. */
export async function catalogOf(
  tx: ReadScope,
  lines: readonly Line[],
  dependencies: BomDependencies,
): Promise<Catalog> {
  const options = lines.flatMap<MaterialOption | MaterialOptionInput>((line) => line.assignedMaterialOptions ?? []);
  const named = keysOf(options);
  const [materials, suppliers] = await oneAfterAnother(
    () => dependencies.materials(tx, unique([...named.materials, ...chosenIn(lines)])),
    () => dependencies.suppliers(tx, unique(named.suppliers)),
  );
  return { materials, suppliers };
}

/** The present materials that lines have chosen, by id and by documentId. */
export function chosenMaterials(
  scope: ReadScope,
  lines: readonly LineItem[],
  dependencies: BomDependencies,
): Promise<Map<string, MaterialCard>> {
  return dependencies.materials(scope, unique(chosenIn(lines)));
}

const chosenIn = (lines: readonly Line[]): string[] =>
  lines.flatMap(({ chosenAssignedMaterialId }) => chosenAssignedMaterialId ?? []);

export const styleSummary = ({ id, documentId, name, refId }: StyleCard): StyleSummary => ({
  id,
  documentId,
  name,
  refId,
});

const unique = (keys: string[]): string[] => [...new Set(keys)];

/** Runs the reads one after the other, because a session runs one operation at a time. */
async function oneAfterAnother<A, B>(first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const one = await first();
  return [one, await second()];
}
