import { connectEventBus, type EventBus } from './messaging/event-bus.ts';
import { natsServerOf } from './messaging/nats-server.ts';
import { createRelay, type Relay } from './messaging/relay.ts';
import { openStore, type Store } from './mongo/mongo.ts';
import { resealing } from './mongo/resealing.ts';
import type { serviceSettings, Values } from './runtime/config.ts';
import type { Logger } from './runtime/logger.ts';
import type { Component } from './runtime/run-service.ts';
import { createWriter, type Writer } from './unit-of-work/write.ts';

/** The parts that every service with a database has. The process starts them in this order. */
export interface ServiceData {
  store: Store;
  bus: EventBus;
  relay: Relay;
  writer: Writer;
  resealing: Component;
}

/** Opens the database and the bus of `service`. Does not wait until they are connected. */
export async function openServiceData(
  service: string,
  config: Values<typeof serviceSettings>,
  logger: Logger,
): Promise<ServiceData> {
  const { MONGODB_URL: url, MONGODB_DATABASE: database, ENCRYPTION_KEY: encryptionKeys } = config;
  const store = await openStore({ url, database, encryptionKeys, logger });
  const bus = connectEventBus({ ...natsServerOf(config), name: service, logger });
  const relay = createRelay({ store, bus, service, logger });
  const writer = createWriter({ store, service, relay });
  return { store, bus, relay, writer, resealing: resealing(store, logger) };
}
