import { loadConfig } from '#chassis/config.ts';
import { grpcServer, implement } from '#chassis/grpc-server.ts';
import { runService } from '#chassis/run-service.ts';
import { openServiceData } from '#chassis/service-data.ts';
import { clientHandlers } from './clients/handlers.ts';
import { clientRepository } from './clients/repository.ts';
import { productConfig } from './config.ts';

const config = loadConfig(productConfig);

await runService('product', config, async ({ logger }) => {
  const { store, bus, relay, writer } = await openServiceData('product', config, logger);
  const clients = clientRepository(store, writer);
  const service = implement('product', 'ClientService', clientHandlers(clients));
  return [store, bus, relay, grpcServer({ config, logger, services: [service] })];
});
