import { databaseFault } from '#chassis/mongo/transaction.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { notificationConfig } from './config.ts';
import { notification } from './notification.ts';

const config = loadConfig(notificationConfig);

await runService('notification', config, async ({ logger }) => {
  const { store, bus, relay, writer, resealing } = await openServiceData('notification', config, logger);
  const { services, consumer, workers } = notification({ config, store, bus, writer, logger });
  return [
    store,
    bus,
    relay,
    resealing,
    ...workers,
    consumer,
    grpcServer({ config, logger, services, faultOf: databaseFault }),
  ];
});
