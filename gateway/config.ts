import { z } from 'zod';
import {
  addressOf,
  busSettings,
  defineConfig,
  milliseconds,
  port,
  processSettings,
  serviceSettings,
  setting,
} from '#chassis/runtime/config.ts';

const { TLS_CA, TLS_CERT, TLS_KEY, ENCRYPTION_KEY } = serviceSettings;

const commaSeparated = () =>
  z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((item) => item.trim() || []));
const perMinute = (requests: number) => z.coerce.number().int().min(1).default(requests);

export const gatewayConfig = defineConfig({
  ...processSettings,
  TLS_CA,
  TLS_CERT,
  TLS_KEY,
  ...busSettings,
  ENCRYPTION_KEY,
  IDENTITY_ADDRESS: addressOf('identity'),
  PRODUCT_ADDRESS: addressOf('product'),
  FINANCE_ADDRESS: addressOf('finance'),
  NOTIFICATION_ADDRESS: addressOf('notification'),
  GATEWAY_HOST: setting(z.string().default('127.0.0.1'), 'Address of the HTTPS listener.'),
  GATEWAY_PORT: setting(port().default(8443), 'Port of the HTTPS listener; 0 = any.'),
  GATEWAY_PLAIN_PORT: setting(
    port().optional(),
    'Port of a plain HTTP listener, for behind an ingress that terminates TLS; none = no such listener.',
  ),
  HTTPS_CERT: setting(z.string().optional(), 'File with the certificates (PEM) that callers see; none = TLS_CERT.'),
  HTTPS_KEY: setting(z.string().optional(), 'File with the private key (PEM) of HTTPS_CERT; none = TLS_KEY.'),
  PUBLIC_URL: setting(z.url().default('https://localhost:8443'), 'Where callers reach the gateway; builds links.'),
  TRUSTED_PROXIES: setting(commaSeparated(), 'Networks of proxies whose X-Forwarded-For counts, comma-separated.'),
  MAX_CONNECTIONS: setting(
    z.coerce.number().int().min(1).default(2_000),
    'Connections at once; each takes some 60 KiB. Beyond, silent ones make room.',
  ),
  MAX_CONNECTIONS_PER_ADDRESS: setting(
    z.coerce.number().int().min(1).default(500),
    'Connections at once from one address (IPv6: /64) that is none of TRUSTED_PROXIES.',
  ),
  HANDSHAKE_TIMEOUT_MS: setting(milliseconds().default(5_000), 'Time that a TLS handshake may take.'),
  CORS_ORIGINS: setting(commaSeparated(), 'Origins whose pages may read answers, comma-separated.'),
  RATE_LIMIT_USER: setting(perMinute(3000), 'Requests in 60 seconds that a user may make.'),
  RATE_LIMIT_ANONYMOUS: setting(perMinute(60), 'Requests in 60 seconds that an address may make without a credential.'),
});
