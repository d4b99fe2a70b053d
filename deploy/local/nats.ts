import { join } from 'node:path';
import { launchProgram } from './launch.ts';
import { untilListening } from './readiness.ts';
import type { Secrets } from './secrets.ts';
import type { ProcessPlan } from './supervised-process.ts';

/** One file for every kind of deployment; it reads the passwords from the environment. */
const CONFIG = join(import.meta.dirname, '..', 'nats', 'nats.conf');

export interface NatsOptions {
  program: string;
  port: number;
  dataDir: string;
  log: string;
  env: NodeJS.ProcessEnv;
}

/** A nats-server with JetStream on the loopback interface. */
export function natsPlan({ program, port, dataDir, log, env }: NatsOptions): ProcessPlan {
  const args = ['-c', CONFIG, '-a', '127.0.0.1', '-p', String(port), '-js', '-sd', join(dataDir, 'nats')];
  return {
    name: 'nats',
    log,
    launch: () => launchProgram(program, args, { log, env }),
    untilReady: (child) => untilListening(port, child),
  };
}

/** The variables that nats.conf reads. */
export function natsPasswords(secrets: Secrets): Record<string, string> {
  const processes = Object.entries(secrets.processes);
  return {
    NATS_PASSWORD_ADMIN: secrets.natsAdminPassword,
    ...Object.fromEntries(
      processes.map(([name, { natsPassword }]) => [`NATS_PASSWORD_${name.toUpperCase()}`, natsPassword]),
    ),
  };
}
