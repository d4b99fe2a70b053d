import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../../../deploy/local/secrets.ts';
import { Child } from '../child.ts';
import type { System } from './system.ts';

/** One more gateway of a running system, as a replica in a cluster would be. */
export interface FurtherGateway {
  url: string;
  adminUrl: string;
  stop(): Promise<unknown>;
}

/** Resolves when it listens. `env`: what the system was started with besides. */
export async function startFurtherGateway(system: System, env: Record<string, string>): Promise<FurtherGateway> {
  const { services, nats } = system.run;
  const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as Secrets;
  const own = secrets.processes.gateway;
  const tls = (file: string) => join(system.dataDir, 'tls', file);
  const child = new Child('../../gateway/main.ts', {
    ...env,
    ...Object.fromEntries(Object.entries(services).map(([name, { grpc }]) => [`${name.toUpperCase()}_ADDRESS`, grpc])),
    TLS_CA: tls('ca.pem'),
    TLS_CERT: tls('gateway.pem'),
    TLS_KEY: tls('gateway-key.pem'),
    NATS_URL: nats.url,
    // A broker that was there before the system knows no users.
    ...(nats.pid !== null && { NATS_USER: 'gateway', NATS_PASSWORD: own?.natsPassword ?? '' }),
    ENCRYPTION_KEY: own?.encryptionKey ?? '',
    GATEWAY_PORT: '0',
  });
  const { https, admin } = await child.message('https');
  const adminUrl = `http://127.0.0.1:${admin}`;
  return { url: `https://localhost:${https}`, adminUrl, stop: () => child.kill('SIGTERM') };
}
