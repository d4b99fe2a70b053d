import { openReferences } from '#chassis/reference-integrity/references.ts';
import { reservationService } from '#chassis/reference-integrity/reservation-service.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { financeConfig } from './config.ts';
import { createDirectory } from './parties/directory.ts';
import { partyHandlers } from './parties/handlers.ts';
import { onClientEvent } from './parties/on-client-event.ts';
import { clientOwner } from './parties/owners.ts';
import { partyRepository } from './parties/repository.ts';

const config = loadConfig(financeConfig);
/** They share transactions. */
const EVENTS_AT_ONCE = 256;

await runService('finance', config, async ({ logger }) => {
  const { store, bus, resealing } = await openServiceData('finance', config, logger);
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const product = new PeerChannel({ peer: 'product', address: config.PRODUCT_ADDRESS, tls, logger, source: 'finance' });
  const clients = connect('product', 'ClientService', product);
  const parties = partyRepository(store);
  const references = openReferences(store);
  const releases = reservationService({
    owner: 'product',
    store,
    locks: references,
    usersOfAny: references.usersOfAny,
  });
  const directory = createDirectory({ parties, owners: { client: clientOwner(clients) } });
  return [
    store,
    bus,
    resealing,
    bus.consume({ ...subscriptions.finance, handle: onClientEvent(parties), concurrency: EVENTS_AT_ONCE }),
    grpcServer({ config, logger, services: [partyHandlers(directory), releases] }),
  ];
});
