import { loadConfig } from '#chassis/config.ts';
import { grpcServer } from '#chassis/grpc-server.ts';
import { runService } from '#chassis/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { productConfig } from './config.ts';
import { product } from './product.ts';

const config = loadConfig(productConfig);

await runService('product', config, async ({ logger }) => {
  const { store, bus, relay, writer, resealing } = await openServiceData('product', config, logger);
  const { services, workers } = product({ config, store, bus, writer, logger });
  return [store, bus, relay, resealing, ...workers, grpcServer({ config, logger, services })];
});
