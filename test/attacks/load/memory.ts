import { readFileSync } from 'node:fs';
import { MEMORY, type ProcessName } from '../../../deploy/local/processes.ts';
import type { System } from '../../support/system/system.ts';

/** The memory of a process. Sizes are in MiB. */
export interface Memory {
  name: string;
  /** Maximum memory since the start of the process. */
  peak: number;
  /** Memory limit in Kubernetes; undefined for MongoDB, which has no limit there. */
  limit: number | undefined;
  /** True if the process has not been restarted. */
  isAlive: boolean;
}

const LIMITED = ['gateway', 'identity', 'product', 'finance', 'notification'] as const;

/**
 * Stores the current process ids. Returns a function that reads the memory of these processes, and whether they still
 * run.
 */
export function watchMemory(system: System): () => Memory[] {
  const names: readonly (ProcessName | 'mongodb')[] =
    typeof system.run.mongodb.pid === 'number' ? [...LIMITED, 'mongodb'] : LIMITED;
  const before = names.map((name) => ({ name, pid: system.pid(name) }));
  return () =>
    before.map(({ name, pid }) => ({
      name,
      peak: peakOf(pid),
      limit: name === 'mongodb' ? undefined : MEMORY[name],
      isAlive: system.pid(name) === pid,
    }));
}

/** VmHWM of the kernel, in MiB. NaN if the process has ended. */
function peakOf(pid: number): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}
