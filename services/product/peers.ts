import { personNames, type ReadPersonNames } from '#chassis/records/person-names.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { productConfig } from './config.ts';
import type { DocumentOwners } from './incoming-references/documents.ts';
import type { Peers } from './reservations/reservations.ts';

/** The rpcs of other services that product calls. */
export interface ProductPeers extends Peers, DocumentOwners {
  /** The names of users and API keys, from identity. */
  persons: ReadPersonNames;
}

export function connectPeers(config: ConfigOf<typeof productConfig>, logger: Logger): ProductPeers {
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const channelTo = (peer: 'finance' | 'identity', address: string) =>
    new PeerChannel({ peer, address, tls, logger, source: 'product' });
  const finance = channelTo('finance', config.FINANCE_ADDRESS);
  const identity = channelTo('identity', config.IDENTITY_ADDRESS);
  return {
    finance: connect('common', 'ReleaseService', finance),
    identity: connect('common', 'ReleaseService', identity),
    orders: connect('finance', 'OrderService', finance),
    purchaseOrders: connect('finance', 'PurchaseOrderService', finance),
    persons: personNames(connect('identity', 'UserService', identity)),
  };
}
