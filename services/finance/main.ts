import { databaseFault } from '#chassis/mongo/transaction.ts';
import { grpcServer } from '#chassis/rpc/grpc-server.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { financeConfig } from './config.ts';
import { finance } from './finance.ts';
import { connectPeers } from './peers.ts';

const config = loadConfig(financeConfig);

await runService('finance', config, async ({ logger }) => {
  const { store, bus, relay, writer, resealing } = await openServiceData('finance', config, logger);
  const { peers, followers, askOwner } = connectPeers({ config, store, bus, logger });
  writer.askBeforeRetry(askOwner);
  const { services, workers } = finance({ store, writer, peers, logger });
  const server = grpcServer({ config, logger, services, faultOf: databaseFault });
  return [store, bus, relay, resealing, ...followers, ...workers, server];
});
