import type { AppError } from '#chassis/domain/errors.ts';
import { openOutbox } from '#chassis/messaging/outbox.ts';
import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import { newId, type Store } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import type { CallContext, Principal } from '#chassis/rpc/context.ts';
import { implement } from '#chassis/rpc/endpoint.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { serveGrpc } from '#chassis/rpc/grpc-server.ts';
import { createWriter } from '#chassis/unit-of-work/write.ts';
import { bomDependencies } from '../../../services/product/boms/bom-dependencies.ts';
import { bomRepository } from '../../../services/product/boms/repository.ts';
import { bomService } from '../../../services/product/boms/service.ts';
import { clientHandlers } from '../../../services/product/clients/handlers.ts';
import { clientRepository } from '../../../services/product/clients/repository.ts';
import { exchangeRateHandlers } from '../../../services/product/exchange-rates/handlers.ts';
import { exchangeRateRepository } from '../../../services/product/exchange-rates/repository.ts';
import { materialHandlers } from '../../../services/product/materials/handlers.ts';
import { materialRepository } from '../../../services/product/materials/repository.ts';
import { PARTS } from '../../../services/product/product.ts';
import { reservationRepository } from '../../../services/product/reservations/repository.ts';
import { createReservations, type Peers } from '../../../services/product/reservations/reservations.ts';
import { snapshotHandlers } from '../../../services/product/snapshots/handlers.ts';
import { snapshotRepository } from '../../../services/product/snapshots/repository.ts';
import { styleHandlers } from '../../../services/product/styles/handlers.ts';
import { styleRepository } from '../../../services/product/styles/repository.ts';
import { supplierHandlers } from '../../../services/product/suppliers/handlers.ts';
import { supplierRepository } from '../../../services/product/suppliers/repository.ts';
import { dropStore, openTestStore, sharedMongo } from '../../support/backends/mongo.ts';
import { certificatesOf, channelTo, logger } from '../../support/grpc.ts';
import { deadRelay } from '../../support/writing.ts';

export interface RunningProduct {
  store: Store;
  suppliers: RpcClient<'product', 'SupplierService'>;
  materials: RpcClient<'product', 'MaterialService'>;
  clients: RpcClient<'product', 'ClientService'>;
  styles: RpcClient<'product', 'StyleService'>;
  boms: RpcClient<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  /** With finance's certificate. */
  snapshots: RpcClient<'product', 'SnapshotService'>;
  finance: FakeFinance;
  /** From then on it is down for its callers. */
  stopServing(): Promise<void>;
  close(): Promise<void>;
}

/** finance, as far as it is asked before a delete: what it was asked to release, and why it does not. */
interface FakeFinance {
  asked: string[][];
  kept: string[][];
  refusal?: AppError | undefined;
  /** Work while it is asked. */
  meanwhile?: (() => Promise<unknown>) | undefined;
}

/** product's records on a database of their own, without a broker and with a finance that is told what to say. */
export async function startProduct(): Promise<RunningProduct> {
  const mongo = await sharedMongo();
  const store = await openTestStore(mongo);
  const writer = createWriter({ store, service: 'product', relay: deadRelay() });
  const finance: FakeFinance = { asked: [], kept: [] };
  const peer: Peers['finance'] = {
    async releaseRecords(request) {
      finance.asked.push(targetsOf(request));
      const { meanwhile } = finance;
      finance.meanwhile = undefined;
      await meanwhile?.();
      if (finance.refusal) throw finance.refusal;
      return { users: [] };
    },
    async keepRecords(request) {
      finance.kept.push(targetsOf(request));
      return {};
    },
  };
  const peers = { finance: peer, identity: peer };
  const remote = createReservations({ repository: reservationRepository(store), peers }).with('finance');
  const records = { store, references: openReferences(store, { parts: PARTS }), remote };
  const clients = clientRepository(records);
  const styles = styleRepository(records);
  const suppliers = supplierRepository(records);
  const materials = materialRepository({ ...records, supplierNames: suppliers.names });
  const exchangeRates = exchangeRateRepository(store);
  const { references } = records;
  const dependencies = bomDependencies({ styles, materials, suppliers, exchangeRates, references });
  const boms = bomRepository({ ...records, dependencies, stylesNamed: styles.named });
  const documentIds = openDocumentIds(store);
  await store.start();
  const tls = await certificatesOf('product', 'gateway', 'finance');
  const server = await serveGrpc({
    faultOf: databaseFault,
    host: '127.0.0.1',
    port: 0,
    tls: tls.product,
    services: [
      implement('product', 'SupplierService', supplierHandlers(writer, suppliers)),
      implement('product', 'MaterialService', materialHandlers({ writer, materials, suppliers, boms, documentIds })),
      implement('product', 'ClientService', clientHandlers(writer, clients)),
      styleHandlers({ writer, styles, clients, documentIds }),
      bomService({ writer, boms, dependencies, documentIds }),
      implement('product', 'ExchangeRateService', exchangeRateHandlers(writer, exchangeRates)),
      snapshotHandlers(snapshotRepository(store)),
    ],
    logger,
    drainTimeout: 1_000,
  });
  const channel = channelTo('product', server.port, tls.gateway);
  const financeChannel = channelTo('product', server.port, tls.finance, 'finance');
  const running = {
    suppliers: connect('product', 'SupplierService', channel),
    materials: connect('product', 'MaterialService', channel),
    clients: connect('product', 'ClientService', channel),
    styles: connect('product', 'StyleService', channel),
    boms: connect('product', 'BomService', channel),
    exchangeRates: connect('product', 'ExchangeRateService', channel),
    snapshots: connect('product', 'SnapshotService', financeChannel),
  };
  return {
    ...running,
    store,
    finance,
    stopServing: () => server.drain(),
    async close() {
      channel.close();
      financeChannel.close();
      await server.drain();
      await dropStore(store);
      await mongo.stop();
    },
  };
}

const targetsOf = (request: object) => (request as { targets: string[] }).targets;

export type Caller = { context: CallContext & { principal: Principal } };

/** A caller in an org that no other test uses. */
export function caller(fields: Partial<Principal> = {}): Caller {
  const principal: Principal = { kind: 'user', id: 'u1', orgId: newId(), role: 'staff', ...fields };
  return { context: { requestId: 'req-1', principal } };
}

export const query = (fields: object = {}) => ({ query: { page: 1, limit: 10, sort: '-createdAt', ...fields } });

/** The envelopes of a record's events, in order. */
export async function envelopesOf(store: Store, recordId: string) {
  const rows = await openOutbox(store).find({ recordId }).sort({ _id: 1 }).lean();
  return rows.map(({ envelope }) => JSON.parse(envelope));
}
