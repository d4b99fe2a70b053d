import type { Envelope } from '#chassis/domain/record.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { openReferences, type References } from '#chassis/reference-integrity/references.ts';
import type { Principal } from '#chassis/rpc/context.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { type RunningServer, serveGrpc } from '#chassis/rpc/grpc-server.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import type { BomDependencies, StyleCard } from '../../../../services/product/boms/bom-dependencies.ts';
import type { MaterialCard, SupplierCard } from '../../../../services/product/boms/domain/material-option.ts';
import { type BomRepository, bomRepository } from '../../../../services/product/boms/repository.ts';
import { bomService } from '../../../../services/product/boms/service.ts';
import { exchangeRateHandlers } from '../../../../services/product/exchange-rates/handlers.ts';
import { exchangeRateRepository } from '../../../../services/product/exchange-rates/repository.ts';
import { dropStore, openTestStore, sharedMongo } from '../../../support/backends/mongo.ts';
import { certificatesOf, channelTo, connectPatiently, logger } from '../../../support/grpc.ts';
import { deadRelay } from '../../../support/writing.ts';

export type Caller = ReturnType<typeof caller>;

export interface BomScene {
  store: Store;
  references: References;
  boms: RpcClient<'product', 'BomService'>;
  /** Client of the same service, without automatic deadlines. */
  patientBoms: RpcClient<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  eventsOf(recordId: string): Promise<Envelope[]>;
  close(): Promise<void>;
}

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
 * wraps the repository of BOMs.
 */
export async function bomScene(watch = (boms: BomRepository) => boms): Promise<BomScene> {
  const mongo = await sharedMongo();
  const store = await openTestStore(mongo);
  const writer = createWriter({ store, service: 'product', relay: deadRelay() });
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
  await store.start();
  const tls = await certificatesOf('product', 'gateway');
  const server: RunningServer = await serveGrpc({
    faultOf: databaseFault,
    host: '127.0.0.1',
    port: 0,
    tls: tls.product,
    logger,
    drainTimeout: 1_000,
    services: [
      bomService({ writer, boms, dependencies, documentIds: openDocumentIds(store) }),
      implement('product', 'ExchangeRateService', exchangeRateHandlers(writer, rates)),
    ],
  });
  const channel = channelTo('product', server.port, tls.gateway);
  const client = connect('product', 'BomService', channel);
  const exchangeRates = connect('product', 'ExchangeRateService', channel);
  return {
    store,
    references,
    boms: client,
    patientBoms: connectPatiently('product', 'BomService', channel),
    exchangeRates,
    async eventsOf(recordId) {
      const rows = await openOutbox(store).find({ recordId }).sort({ _id: 1 }).lean();
      return rows.map(({ envelope }) => JSON.parse(envelope));
    },
    async close() {
      channel.close();
      await server.drain();
      await dropStore(store);
      await mongo.stop();
    },
  };
}

/** A caller in a new org that no other test uses. */
export function caller(fields: Partial<Principal> = {}) {
  const principal: Principal = { kind: 'user', id: 'ann', orgId: newId(), role: 'staff', ...fields };
  return { context: { requestId: 'req-1', principal }, deadline: Date.now() + 30_000 };
}

/** Another caller in the same org. */
export const as = ({ context, deadline }: Caller, fields: Partial<Principal>): Caller => ({
  context: { ...context, principal: { ...context.principal, ...fields } },
  deadline,
});
