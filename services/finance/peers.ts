import type { EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { personNames, type ReadPersonNames } from '#chassis/records/person-names.ts';
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
import type { RequirementCopies } from './material-requirements/sources.ts';

/** The data of other services that finance's rules read. */
export interface FinancePeers {
  /** The local copies of product's records. */
  copies: Pick<
    LocalCopies,
    'find' | 'findMany' | 'findSkus' | 'known' | 'knownStyles' | 'knownSkus' | 'styleNames' | 'idsByName'
  > &
    RequirementCopies;
  /** The org's exchange rates, from product. */
  rates: CreditTermsParts['rates'];
  /** The org's settings, from identity. */
  settings: OrgSettings;
  /** The names of users and API keys, from identity. */
  persons: ReadPersonNames;
}

interface ConnectOptions {
  config: ConfigOf<typeof financeConfig>;
  store: Store;
  bus: EventBus;
  logger: Logger;
}

/**
 * Connects to identity and product. `followers` keep the copies up to date. `askOwner` runs before a write is retried
 * that failed because a copied record is being deleted.
 */
export function connectPeers({ config, store, bus, logger }: ConnectOptions): {
  peers: FinancePeers;
  followers: Component[];
  askOwner: AskOwner;
} {
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const channelTo = (peer: 'identity' | 'product', address: string) =>
    new PeerChannel({ peer, address, tls, logger, source: 'finance' });
  const product = channelTo('product', config.PRODUCT_ADDRESS);
  const identity = channelTo('identity', config.IDENTITY_ADDRESS);
  const { copies, askOwner, followers } = openLocalCopies({ store, bus, product, logger });
  const rates = ratesOf(connect('product', 'ExchangeRateService', product));
  const settings = orgSettings(connect('identity', 'OrgService', identity));
  const persons = personNames(connect('identity', 'UserService', identity));
  return { peers: { copies, rates, settings, persons }, followers, askOwner };
}
