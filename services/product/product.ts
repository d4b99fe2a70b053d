import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { openDocumentIds } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { upgrades } from '#chassis/mongo/upgrades.ts';
import { recordTexts } from '#chassis/records/search-texts.ts';
import { openReferences } from '#chassis/reference-integrity/references.ts';
import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import { periodic } from '#chassis/runtime/periodic.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { Writer } from '#chassis/unit-of-work/write.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { bomDependencies } from './boms/bom-dependencies.ts';
import { bomRepository } from './boms/repository.ts';
import { bomService } from './boms/service.ts';
import { clientHandlers } from './clients/handlers.ts';
import { clientRepository } from './clients/repository.ts';
import { exchangeRateHandlers } from './exchange-rates/handlers.ts';
import { exchangeRateRepository } from './exchange-rates/repository.ts';
import { documentsOf } from './incoming-references/documents.ts';
import { onDocumentEvent } from './incoming-references/on-document-event.ts';
import { incomingReferenceRepository } from './incoming-references/repository.ts';
import { materialHandlers } from './materials/handlers.ts';
import { materialRepository } from './materials/repository.ts';
import type { ProductPeers } from './peers.ts';
import { reservationRepository } from './reservations/repository.ts';
import { createReservations, SWEEP_MS } from './reservations/reservations.ts';
import { snapshotHandlers } from './snapshots/handlers.ts';
import { snapshotRepository } from './snapshots/repository.ts';
import { styleHandlers } from './styles/handlers.ts';
import { styleRepository } from './styles/repository.ts';
import { supplierHandlers } from './suppliers/handlers.ts';
import { supplierRepository } from './suppliers/repository.ts';

/** Kinds of records that are parts of styles and materials. Up to 2,000 parts are deleted in one transaction. */
export const PARTS = ['sku', 'material_sku'];
/** Maximum number of events that are applied at the same time. They share transactions. */
const MAX_EVENTS = 256;

export interface ProductOptions {
  store: Store;
  bus: Pick<EventBus, 'consume'>;
  writer: Writer;
  peers: ProductPeers;
  logger: Logger;
}

/** Joins the parts of the service: its rpcs, and the background work that each replica runs. */
export function product({ store, bus, writer, peers, logger }: ProductOptions): {
  services: [ServiceImplementation, ...ServiceImplementation[]];
  workers: Component[];
} {
  const references = openReferences(store, { parts: PARTS });
  const reservations = createReservations({ repository: reservationRepository(store), peers });
  const records = { store, references, remote: reservations.with('finance') };
  const clients = clientRepository({ ...records, remote: reservations.with('finance', 'identity') });
  const suppliers = supplierRepository(records);
  const materials = materialRepository({ ...records, supplierNames: suppliers.names });
  const styles = styleRepository({ ...records, clientNames: clients.names });
  const exchangeRates = exchangeRateRepository(store);
  const dependencies = bomDependencies({ styles, materials, suppliers, exchangeRates, references });
  const boms = bomRepository({ ...records, dependencies, stylesNamed: styles.named });
  const documentIds = openDocumentIds(store);
  const uses = incomingReferenceRepository({ store, references, countOrders: clients.countOrders });
  return {
    services: [
      implement('product', 'ClientService', clientHandlers(writer, clients)),
      implement('product', 'SupplierService', supplierHandlers(writer, suppliers)),
      implement('product', 'MaterialService', materialHandlers({ writer, materials, suppliers, boms, documentIds })),
      styleHandlers({ writer, styles, clients, boms, documentIds }),
      bomService({ writer, boms, dependencies, documentIds, persons: peers.persons }),
      implement('product', 'ExchangeRateService', exchangeRateHandlers(writer, exchangeRates)),
      snapshotHandlers(snapshotRepository(store)),
    ],
    workers: [
      upgrades(store, [recordTexts], logger),
      periodic({
        name: 'reservations',
        run: (now) => reservations.sweep(now),
        everyMs: SWEEP_MS,
        background: true,
        logger,
      }),
      bus.consume({
        ...subscriptions.product,
        handle: onDocumentEvent({ uses, documents: documentsOf(peers) }),
        concurrency: MAX_EVENTS,
      }),
    ],
  };
}
