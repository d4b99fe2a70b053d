import type { References } from '#chassis/reference-integrity/references.ts';
import type { ExchangeRateRepository } from '../exchange-rates/repository.ts';
import type { Material } from '../materials/domain/material.ts';
import type { MaterialRepository } from '../materials/repository.ts';
import type { StyleRepository } from '../styles/repository.ts';
import type { SupplierRepository } from '../suppliers/repository.ts';
import type { BomDependencies } from './bom-dependencies.ts';
import type { MaterialCard } from './domain/material-option.ts';

export interface ProductRepositories {
  styles: StyleRepository;
  materials: MaterialRepository;
  suppliers: SupplierRepository;
  exchangeRates: ExchangeRateRepository;
  references: References;
}

/** The dependencies of BOMs, as they are in this service. */
export function openBomDependencies({
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
