import { connectBus } from '#chassis/bus.ts';
import { loadConfig } from '#chassis/config.ts';
import { grpcServer } from '#chassis/grpc-server.ts';
import { openStore } from '#chassis/mongo.ts';
import { createRelay } from '#chassis/relay.ts';
import { runService } from '#chassis/run-service.ts';
import { createWriter } from '#chassis/write.ts';
import { notificationConfig } from './config.ts';
import { notification } from './notification.ts';

const config = loadConfig(notificationConfig);

await runService('notification', config, async ({ logger }) => {
  const store = await openStore({
    url: config.MONGODB_URL,
    database: config.MONGODB_DATABASE,
    encryptionKey: config.ENCRYPTION_KEY,
    logger,
  });
  const bus = await connectBus({
    url: config.NATS_URL,
    user: config.NATS_USER,
    password: config.NATS_PASSWORD,
    name: 'notification',
    replicas: config.NATS_REPLICAS,
    logger,
  });
  const relay = createRelay({ store, bus, service: 'notification', logger });
  const writer = createWriter({ store, service: 'notification', relay });
  const { service, consumer, workers } = notification({ config, store, bus, writer, logger });
  return [store, bus, relay, ...workers, consumer, grpcServer({ config, logger, services: [service] })];
});
