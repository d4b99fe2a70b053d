import type { EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import type { ConfigOf } from '#chassis/runtime/config.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { AskOwner } from '#chassis/unit-of-work/write.ts';
import type { financeConfig } from './config.ts';
import { type CreditTermsParts, ratesOf } from './credit/credit-terms.ts';
import { type OrgSettings, orgSettings } from './documents/org-settings.ts';
import type { LocalCopies } from './local-copies/local-copies.ts';
import { openLocalCopies } from './local-copies/open-local-copies.ts';

/** The facts of other services that finance's rules read. */
export interface FinancePeers {
  /** product's records. */
  copies: Pick<LocalCopies, 'find' | 'findMany' | 'findSkus' | 'known' | 'idsByName'>;
  /** The exchange rates of the org, of product. */
  rates: CreditTermsParts['rates'];
  /** The settings of the org, of identity. */
  settings: OrgSettings;
}

interface ConnectOptions {
  config: ConfigOf<typeof financeConfig>;
  store: Store;
  bus: EventBus;
  logger: Logger;
}

/** Connects the other services. `follower` keeps the copies up to date; a write that a copy refuses first asks `askOwner`. */
export function connectPeers({ config, store, bus, logger }: ConnectOptions): {
  peers: FinancePeers;
  follower: Component;
  askOwner: AskOwner;
} {
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const channelTo = (peer: 'identity' | 'product', address: string) =>
    new PeerChannel({ peer, address, tls, logger, source: 'finance' });
  const product = channelTo('product', config.PRODUCT_ADDRESS);
  const identity = channelTo('identity', config.IDENTITY_ADDRESS);
  const { copies, askOwner, follower } = openLocalCopies({ store, bus, product });
  const rates = ratesOf(connect('product', 'ExchangeRateService', product));
  const settings = orgSettings(connect('identity', 'OrgService', identity));
  return { peers: { copies, rates, settings }, follower, askOwner };
}
