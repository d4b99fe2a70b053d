import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Secrets } from '../../../deploy/local/secrets.ts';
import { Child } from '../child.ts';
import type { Instance } from './instance.ts';

/** A second process of notification in a running system, like a replica in a cluster. */
export class FurtherNotification {
  readonly #env: Record<string, string>;
  #child: Child | undefined;

  /** `env`: the environment with which the test started the system. */
  constructor(system: Instance, env: Record<string, string>) {
    const { nats, mongodb } = system.run;
    const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8')) as Secrets;
    const own = secrets.processes.notification;
    const tls = (file: string) => join(system.dataDir, 'tls', file);
    this.#env = {
      ...env,
      MONGODB_URL: mongodb.url,
      MONGODB_DATABASE: `${system.databasePrefix}_notification`,
      TLS_CA: tls('ca.pem'),
      TLS_CERT: tls('notification.pem'),
      TLS_KEY: tls('notification-key.pem'),
      NATS_URL: nats.url,
      // A broker that the test run was given has no users.
      ...(nats.pid !== null && {
        NATS_USER: 'notification',
        NATS_PASSWORD: own?.natsPassword ?? '',
        NATS_DOMAIN: 'EVENTS',
      }),
      ENCRYPTION_KEY: own?.encryptionKey ?? '',
      LOG_LEVEL: 'warn',
    };
  }

  /** Starts the process, and resolves when it listens. */
  async start(): Promise<void> {
    this.#child = new Child('../../services/notification/main.ts', this.#env);
    await this.#child.message('admin');
  }

  /** Kills the process with SIGKILL, and starts it again. */
  async restart(): Promise<void> {
    await this.#child?.kill('SIGKILL');
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#child?.kill('SIGTERM');
  }
}
