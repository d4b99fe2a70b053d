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
    style: async (orgId, key, session) => (await styles.summaries(orgId, [key], session))[0],
    async styles(orgId, ids) {
      const found = await styles.summaries(orgId, ids);
      return new Map(found.map((style) => [style.id, style]));
    },
    async kitsOf(orgId, styleId) {
      const [style] = await styles.findMany(orgId, [styleId]);
      const kits = style?.skus.filter(({ isKittedBundle }) => isKittedBundle) ?? [];
      return kits.map(({ id, documentId }) => ({ id, name: documentId }));
    },
    async materials(orgId, keys, session) {
      const cards = (await materials.findMany(orgId, keys, session)).map(cardOf);
      return new Map(cards.flatMap((card) => [card.id, card.documentId].map((key) => [key, card] as const)));
    },
    async suppliers(orgId, keys, session) {
      const names = await suppliers.names(orgId, [...keys], session);
      return new Map([...names].map(([id, name]) => [id, { id, name }]));
    },
    rates: async (orgId, session) => (await exchangeRates.get(orgId, session)).rates,
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
