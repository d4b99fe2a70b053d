import { once } from 'node:events';
import { defineConfig, loadConfig, processSettings, serviceSettings } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { serve } from '../../../gateway/http/serve.ts';
import { makeGateway, tokenFor } from './harness.ts';

/**
 * A gateway process like the real one, for tests to stop. Its services are fakes in the same process. It first sends a
 * token for callers. A list of suppliers waits for the message `{answer: true}`.
 */
const { TLS_CA, TLS_CERT, TLS_KEY } = serviceSettings;
const config = loadConfig(defineConfig({ ...processSettings, TLS_CA, TLS_CERT, TLS_KEY }));
const { services, gateway, app } = makeGateway();

services.answers.set('listSuppliers', async () => {
  process.send?.({ asked: 'listSuppliers' });
  await once(process, 'message');
  return { data: [], total: 0 };
});
process.send?.({ token: await tokenFor('staff') });

await runService('gateway', config, () => {
  const files = { cert: config.TLS_CERT, key: config.TLS_KEY };
  const grace = config.SHUTDOWN_TIMEOUT_MS;
  return [serve({ gateway, app, host: '127.0.0.1', port: 0, files, grace, handshakeTimeout: 5_000 })];
});
