import { connectBus } from '#chassis/messaging/bus.ts';
import { natsServerOf } from '#chassis/messaging/nats-server.ts';
import { loadConfig } from '#chassis/runtime/config.ts';
import { runService } from '#chassis/runtime/run-service.ts';
import { VERSION } from '#chassis/runtime/version.ts';
import { allRoutes, createApp } from './app.ts';
import { openAuthentication } from './auth/authentication.ts';
import { gatewayConfig } from './config.ts';
import { closeChannels, connectServices, openChannels } from './grpc-clients.ts';
import { createGateway } from './http/gateway.ts';
import { serve } from './http/serve.ts';
import { createLimiter } from './rate-limits/limits.ts';

const config = loadConfig(gatewayConfig);

await runService('gateway', config, async ({ logger }) => {
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const { IDENTITY_ADDRESS: identity, PRODUCT_ADDRESS: product } = config;
  const { FINANCE_ADDRESS: finance, NOTIFICATION_ADDRESS: notification } = config;
  const channels = openChannels({ identity, product, finance, notification }, { tls, logger, source: 'gateway' });
  const services = connectServices(channels);
  const bus = connectBus({ ...natsServerOf(config), name: 'gateway', logger });
  const { authenticator, signingKeys, parts } = openAuthentication({ services, bus, logger });
  const limiter = createLimiter({ broadcast: bus });
  const gateway = createGateway({ services, authenticator, limiter, logger, config });
  const app = createApp(gateway, allRoutes({ publicUrl: config.PUBLIC_URL, version: VERSION, signingKeys }));
  const files = { cert: config.HTTPS_CERT ?? config.TLS_CERT, key: config.HTTPS_KEY ?? config.TLS_KEY };
  const { GATEWAY_HOST: host, GATEWAY_PORT: port, GATEWAY_PLAIN_PORT: plainPort, SHUTDOWN_TIMEOUT_MS: grace } = config;
  return [
    { name: 'services', stop: async () => closeChannels(channels) },
    bus,
    ...parts,
    limiter,
    serve({ gateway, app, host, port, plainPort, files, grace, handshakeTimeout: config.HANDSHAKE_TIMEOUT_MS }),
  ];
});
