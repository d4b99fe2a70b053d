import { eventually } from '../eventually.ts';
import type { System } from './system.ts';

const RESTART_MS = 30_000;

/** Ends an outage; resolves when the process is there again. */
export type End = () => Promise<void>;

/** kill -9, and the supervisor's restart: resolves when run.json names the new process. */
export async function killAndWait(system: System, name: string): Promise<void> {
  const pid = system.pid(name);
  system.kill(name);
  await eventually(() => system.pid(name) !== pid, RESTART_MS);
}

/** kill -9 of a process that stays dead: its supervisor stands still until the outage ends. */
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

/** The process keeps its connections and answers nothing until the outage ends. */
export function freeze(system: System, name: string): End {
  const pid = system.pid(name);
  process.kill(pid, 'SIGSTOP');
  return async () => void process.kill(pid, 'SIGCONT');
}

/** The processes of an instance that run here; a store and a broker of others' are theirs to kill. */
export function ownProcesses(): string[] {
  const { SYSTEM_MONGODB_URL, SYSTEM_NATS_URL } = process.env;
  const services = ['gateway', 'identity', 'product', 'notification', 'finance'];
  return [...services, ...(SYSTEM_MONGODB_URL ? [] : ['mongodb']), ...(SYSTEM_NATS_URL ? [] : ['nats'])];
}
