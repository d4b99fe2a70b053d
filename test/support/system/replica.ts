import { join } from 'node:path';
import { Child } from '../child.ts';
import type { Instance } from './instance.ts';

export type Replicated = 'identity' | 'product' | 'finance' | 'notification' | 'gateway';

/** A second process of a running system, like a replica in a cluster. */
export interface Replica {
  /** Address of the gRPC server, or URL of the gateway. */
  address: string;
  adminUrl: string;
  kill(signal: NodeJS.Signals): Promise<unknown>;
  stop(): Promise<unknown>;
}

/**
 * Starts a replica, and resolves when it listens. `env`: settings that differ from the settings of the system's own
 * process.
 */
export async function startReplica(
  system: Instance,
  name: Replicated,
  env: Record<string, string> = {},
): Promise<Replica> {
  const entry = name === 'gateway' ? '../../gateway/main.ts' : `../../services/${name}/main.ts`;
  const child = new Child(entry, { ...settingsOf(system, name), ...env });
  const { https, grpc, admin } = await child.message('admin');
  return {
    address: name === 'gateway' ? `https://localhost:${https}` : `localhost:${grpc}`,
    adminUrl: `http://127.0.0.1:${admin}`,
    kill: (signal) => child.kill(signal),
    stop: () => child.kill('SIGTERM'),
  };
}

/** Settings of the system's own process of this name, but with free ports. */
function settingsOf(system: Instance, name: Replicated): Record<string, string> {
  const { services, nats, mongodb } = system.run;
  const own = system.secrets.processes[name];
  const tls = (file: string) => join(system.dataDir, 'tls', file);
  return {
    ...Object.fromEntries(Object.entries(services).map(([peer, { grpc }]) => [`${peer.toUpperCase()}_ADDRESS`, grpc])),
    TLS_CA: tls('ca.pem'),
    TLS_CERT: tls(`${name}.pem`),
    TLS_KEY: tls(`${name}-key.pem`),
    NATS_URL: nats.url,
    // A broker that the test run was given has no users.
    ...(nats.pid !== null && { NATS_USER: name, NATS_PASSWORD: own?.natsPassword ?? '', NATS_DOMAIN: 'EVENTS' }),
    ENCRYPTION_KEY: own?.encryptionKey ?? '',
    ...(name === 'gateway' ? { GATEWAY_PORT: '0' } : { GRPC_HOST: '127.0.0.1', GRPC_PORT: '0' }),
    ...(name !== 'gateway' && { MONGODB_URL: mongodb.url, MONGODB_DATABASE: `${system.databasePrefix}_${name}` }),
    ADMIN_PORT: '0',
  };
}
