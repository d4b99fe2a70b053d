import { databaseFault } from '#chassis/mongo/transaction.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { productConfig } from './config.ts';
import { connectPeers } from './peers.ts';
import { product } from './product.ts';

const config = loadConfig(productConfig);

await runService('product', config, async ({ logger }) => {
  const { store, bus, relay, writer, resealing } = await openServiceData('product', config, logger);
  const { services, workers } = product({ store, bus, writer, peers: connectPeers(config, logger), logger });
  return [store, bus, relay, resealing, ...workers, grpcServer({ config, logger, services, faultOf: databaseFault })];
});
