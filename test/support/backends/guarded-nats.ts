import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseBroker } from '../../../deploy/local/backends.ts';
import { inheritedEnvironment } from '../../../deploy/local/config.ts';
import { natsPasswords } from '../../../deploy/local/nats/nats.ts';
import { NATS_USERS } from '../../../deploy/local/processes.ts';
import { loadSecrets } from '../../../deploy/local/secrets.ts';
import { Supervisor } from '../../../deploy/local/supervision/supervisor.ts';

/** A broker with the users and permissions of deploy/nats/nats.conf. */
export interface GuardedNats {
  url: string;
  passwordOf(user: string): string;
  stop(): Promise<void>;
}

/** Starts the broker in the same way as `npm start` does, in a temporary folder that `stop` removes. */
export async function startGuardedNats(): Promise<GuardedNats> {
  const folder = mkdtempSync(join(tmpdir(), 'selvedge-nats-'));
  const secrets = loadSecrets(folder, NATS_USERS, {});
  const supervisor = new Supervisor({ say: () => {}, onRestarted: () => {} });
  const env = { ...inheritedEnvironment(), ...natsPasswords(secrets) };
  const broker = await chooseBroker(undefined, { dataDir: folder, logs: folder, env, say: console.log });
  await supervisor.start(broker.plan ? [broker.plan] : []);
  return {
    url: broker.url,
    passwordOf: (user) =>
      user === 'admin' ? secrets.natsAdminPassword : (secrets.processes[user]?.natsPassword ?? ''),
    async stop() {
      await supervisor.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
