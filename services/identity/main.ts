import { databaseFault } from '#chassis/mongo/transaction.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { identityConfig } from './config.ts';
import { identity } from './identity.ts';

const config = loadConfig(identityConfig);

await runService('identity', config, async ({ logger }) => {
  const { store, bus, relay, writer, resealing } = await openServiceData('identity', config, logger);
  const { services, workers } = await identity({ config, store, bus, writer, logger });
  return [store, bus, relay, resealing, ...workers, grpcServer({ config, logger, services, faultOf: databaseFault })];
});
