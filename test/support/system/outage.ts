import { eventually } from '../eventually.ts';
import type { System } from './system.ts';

const RESTART_MS = 30_000;

/** Ends an outage. Resolves when the process runs again. */
export type End = () => Promise<void>;

/** Kills a process with SIGKILL. Resolves when the supervisor has restarted it and run.json has the new pid. */
export async function killAndWait(system: System, name: string): Promise<void> {
  const pid = system.pid(name);
  system.kill(name);
  await eventually(() => system.pid(name) !== pid, RESTART_MS);
}

/**
 * Kills a process with SIGKILL, and stops the supervisor so that the process is not restarted before the end of the
 * outage.
 */
export function takeDown(system: System, name: string): End {
  const pid = system.pid(name);
  const supervisor = system.pid('supervisor');
  process.kill(supervisor, 'SIGSTOP');
  process.kill(pid, 'SIGKILL');
  return async () => {
    process.kill(supervisor, 'SIGCONT');
    await eventually(() => system.pid(name) !== pid, RESTART_MS);
  };
}

/** Stops the process with SIGSTOP: it keeps its connections, and answers nothing until the end of the outage. */
export function freeze(system: System, name: string): End {
  const pid = system.pid(name);
  process.kill(pid, 'SIGSTOP');
  return async () => void process.kill(pid, 'SIGCONT');
}

/**
 * Names of the processes that belong to the instance. MongoDB and NATS are left out if the test run uses servers of
 * others, which a test must not kill.
 */
export function ownProcesses(): string[] {
  const { SYSTEM_MONGODB_URL, SYSTEM_NATS_URL } = process.env;
  const services = ['gateway', 'identity', 'product', 'notification', 'finance'];
  return [...services, ...(SYSTEM_MONGODB_URL ? [] : ['mongodb']), ...(SYSTEM_NATS_URL ? [] : ['nats'])];
}
