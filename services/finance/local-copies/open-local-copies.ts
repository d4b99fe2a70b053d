import type { EventBus } from '#chassis/messaging/event-bus.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { upgrades } from '#chassis/mongo/upgrades.ts';
import { connect } from '#chassis/rpc/grpc-client.ts';
import type { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import type { Logger } from '#chassis/runtime/logger.ts';
import type { Component } from '#chassis/runtime/run-service.ts';
import type { AskOwner } from '#chassis/unit-of-work/write.ts';
import { subscriptions } from '#proto/common/v1/events.contract.ts';
import { askProduct } from './ask-owner.ts';
import { earlierCopies } from './earlier-copies-repository.ts';
import { learning } from './learning.ts';
import { createLocalCopies, type LocalCopies } from './local-copies.ts';
import { onRecordEvent } from './on-record-event.ts';
import { productOf } from './owner.ts';
import { copyReader } from './reader-repository.ts';
import { copyRepository } from './repository.ts';

/** Maximum number of events that are applied at the same time. They share transactions. An event has up to 256 KiB. */
const MAX_EVENTS = 64;
/** Milliseconds between two searches for copies of an earlier version, which read all copies. */
const UPGRADE_EVERY = 600_000;

interface LocalCopiesOptions {
  store: Store;
  bus: Pick<EventBus, 'consume'>;
  /** The channel to product. */
  product: PeerChannel;
  logger: Logger;
}

/** Opens the copies. `followers`: the consumer of product's events, and the upgrade of copies. */
export function openLocalCopies({ store, bus, product, logger }: LocalCopiesOptions): {
  copies: LocalCopies;
  askOwner: AskOwner;
  followers: Component[];
} {
  const repository = copyRepository(store);
  const owner = productOf(connect('product', 'SnapshotService', product));
  const reader = copyReader(store);
  const copies = createLocalCopies({ reader, learn: learning(owner, repository) });
  const handle = onRecordEvent(repository);
  const askOwner = askProduct({ owner, reader, copies: repository });
  const consumer = bus.consume({ ...subscriptions.finance, handle, concurrency: MAX_EVENTS });
  const upgrade = upgrades(store, [earlierCopies(store, { owner, copies: repository })], logger, {
    name: 'upgrades of copies',
    everyMs: UPGRADE_EVERY,
    // Product may be down, and most reads need no new field.
    background: true,
  });
  return { copies, askOwner, followers: [consumer, upgrade] };
}
