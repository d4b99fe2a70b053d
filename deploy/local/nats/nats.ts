import { join } from 'node:path';
import type { Secrets } from '../secrets.ts';
import { launchProgram } from '../supervision/launch.ts';
import { untilListening } from '../supervision/readiness.ts';
import type { ProcessPlan } from '../supervision/supervised-process.ts';
import { endWhenDead } from './nats-health.ts';

/** The configuration of every kind of deployment. It reads the passwords from the environment. */
const CONFIG = join(import.meta.dirname, '..', '..', 'nats', 'nats.conf');
/**
 * Memory limit of Go's runtime: near it, garbage is collected sooner, but memory is never refused. Without it, the
 * garbage of a large import would stay.
 */
const MEMORY = { GOMEMLIMIT: '32MiB' };

export interface NatsOptions {
  program: string;
  port: number;
  /** Port of the monitoring endpoint, which tells whether the server is healthy. */
  monitorPort: number;
  dataDir: string;
  log: string;
  env: NodeJS.ProcessEnv;
  say(line: string): void;
}

/** A nats-server with JetStream on the loopback interface. */
export function natsPlan({ program, port, monitorPort, dataDir, log, env, say }: NatsOptions): ProcessPlan {
  const args = ['-c', CONFIG, '-a', '127.0.0.1', '-p', String(port), '-m', String(monitorPort), '-js', '-sd'];
  return {
    name: 'nats',
    log,
    launch() {
      const child = launchProgram(program, [...args, join(dataDir, 'nats')], { log, env: { ...MEMORY, ...env } });
      void endWhenDead(child, { port: monitorPort, folder: dataDir, say });
      return child;
    },
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
