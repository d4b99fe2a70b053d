import { afterAll } from '@jest/globals';
import type { Envelope } from '#chassis/domain/record.ts';
import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { BomDependencies, StyleCard } from '../../../../services/product/boms/bom-dependencies.ts';
import type { MaterialCard, SupplierCard } from '../../../../services/product/boms/domain/material-option.ts';
import { type BomRepository, bomRepository } from '../../../../services/product/boms/repository.ts';
import { bomService } from '../../../../services/product/boms/service.ts';
import { exchangeRateHandlers } from '../../../../services/product/exchange-rates/handlers.ts';
import { exchangeRateRepository } from '../../../../services/product/exchange-rates/repository.ts';
import { connectPatiently } from '../../../support/grpc.ts';
import { envelopesOf } from '../../../support/service/callers.ts';
import { startService } from '../../../support/service/running-service.ts';

const card = (id: string, number: number, fields: Partial<MaterialCard> = {}): MaterialCard => ({
  id,
  documentId: `MAT-2026-00000${number}`,
  name: `Material ${id}`,
  skuIds: [],
  supplierId: null,
  supplierName: null,
  cost: null,
  currency: null,
  ...fields,
});

const materials = [
  card('denim', 1, { skuIds: ['blue', 'black'], supplierId: 'mill', supplierName: 'Mill', cost: 12, currency: 'EUR' }),
  card('zip', 2),
];
const suppliers: SupplierCard[] = [{ id: 'mill', name: 'Mill' }];
const createdAt = new Date('2026-01-01T00:00:00.000Z');
const style = (id: string, number: number, name: string): StyleCard => ({
  id,
  documentId: `STY-2026-00000${number}`,
  name,
  refId: null,
  status: 'active',
  createdAt,
});
const styles = [style('jeans', 1, 'Jeans'), style('shorts', 2, 'Shorts')];

const named = <T extends { id: string; documentId?: string | null }>(all: T[], keys: readonly string[]) =>
  new Map(
    all
      .flatMap((one) => [one.id, one.documentId ?? one.id].map((key) => [key, one] as const))
      .filter(([key]) => keys.includes(key)),
  );

/**
 * The services for BOMs and exchange rates over gRPC, with a new database. Styles and materials are in memory. `watch`:
 * wraps the repository of BOMs. `persons`: the names of the authors in all orgs.
 */
export async function bomScene(
  watch = (boms: BomRepository) => boms,
  persons: ReadonlyMap<string, string> = new Map(),
) {
  const running = await startService('product', ({ store, writer }) => {
    const references = openReferences(store);
    const rates = exchangeRateRepository(store);
    const dependencies: BomDependencies = {
      style: async (_orgId, key) => named(styles, [key]).get(key),
      kitsOf: async () => [{ id: 'bundle', name: 'STY-2026-000001-7' }],
      styles: async (_orgId, ids) => named(styles, ids),
      materials: async (_orgId, keys) => named(materials, keys),
      suppliers: async (_orgId, keys) => named(suppliers, keys),
      rates: async (scope) => (await rates.get(scope)).rates,
      newestUsers: references.newestUsers,
    };
    const boms = watch(bomRepository({ store, references, dependencies, stylesNamed: async () => [] }));
    return {
      references,
      services: [
        bomService({ writer, boms, dependencies, documentIds: openDocumentIds(store), persons: async () => persons }),
        implement('product', 'ExchangeRateService', exchangeRateHandlers(writer, rates)),
      ],
    };
  });
  afterAll(() => running.close(), 30_000);
  const channel = await running.channelFrom('gateway');
  return {
    ...running,
    references: running.parts.references,
    boms: connect('product', 'BomService', channel),
    /** Client of the same service, without automatic deadlines. */
    patientBoms: connectPatiently('product', 'BomService', channel),
    exchangeRates: connect('product', 'ExchangeRateService', channel),
    eventsOf: (recordId: string): Promise<Envelope[]> => envelopesOf(running.store, recordId),
  };
}
