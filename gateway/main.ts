import { loadConfig } from '#chassis/config.ts';
import { runService } from '#chassis/run-service.ts';
import { VERSION } from '#chassis/version.ts';
import { allRoutes, createApp } from './app.ts';
import { createAuthenticator } from './auth.ts';
import { connectServices, disconnect } from './clients.ts';
import { gatewayConfig } from './config.ts';
import { createGateway } from './gateway.ts';
import { serve } from './serve.ts';
import { createSigningKeys } from './signing-keys.ts';

const config = loadConfig(gatewayConfig);

await runService('gateway', config, ({ logger }) => {
  const tls = { ca: config.TLS_CA, cert: config.TLS_CERT, key: config.TLS_KEY };
  const { IDENTITY_ADDRESS: identity, PRODUCT_ADDRESS: product, NOTIFICATION_ADDRESS: notification } = config;
  const services = connectServices({ identity, product, notification }, { tls, logger, source: 'gateway' });
  const signingKeys = createSigningKeys({
    fetch: async () => (await services.auth.listSigningKeys({}, { context: { requestId: crypto.randomUUID() } })).keys,
    changed: () => authenticator.forget(),
  });
  const authenticator = createAuthenticator(signingKeys);
  const gateway = createGateway({ services, authenticator, logger, config });
  const app = createApp(gateway, allRoutes({ publicUrl: config.PUBLIC_URL, version: VERSION, signingKeys }));
  const files = { cert: config.HTTPS_CERT ?? config.TLS_CERT, key: config.HTTPS_KEY ?? config.TLS_KEY };
  const { GATEWAY_HOST: host, GATEWAY_PORT: port, GATEWAY_PLAIN_PORT: plainPort, SHUTDOWN_TIMEOUT_MS: grace } = config;
  return [
    { name: 'services', stop: async () => disconnect(services) },
    signingKeys,
    serve({ gateway, app, host, port, plainPort, files, grace }),
  ];
});
