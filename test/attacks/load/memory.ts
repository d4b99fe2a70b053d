import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { System } from '../../support/system/system.ts';

/** The memory of a process. Sizes in MiB. */
export interface Memory {
  name: string;
  /** The most that it has had in memory since it started. */
  peak: number;
  /** The limit in Kubernetes; undefined for programs that are not ours. */
  limit: number | undefined;
  /** Whether it is still the process that it was. */
  isAlive: boolean;
}

const LIMITED = ['gateway', 'identity', 'product', 'finance', 'notification'];
const MANIFESTS = join(import.meta.dirname, '..', '..', '..', 'deploy', 'k8s', 'base');

/** The processes as they are now; call what it returns for what has become of them. */
export function watchMemory(system: System): () => Memory[] {
  const names = typeof system.run.mongodb.pid === 'number' ? [...LIMITED, 'mongodb'] : LIMITED;
  const before = names.map((name) => ({ name, pid: system.pid(name) }));
  return () =>
    before.map(({ name, pid }) => ({
      name,
      peak: peakOf(pid),
      limit: limitOf(name),
      isAlive: system.pid(name) === pid,
    }));
}

/** VmHWM, from the kernel; of a process that is gone nothing is known. */
function peakOf(pid: number): number {
  try {
    const [, kib] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) / 1024;
  } catch {
    return Number.NaN;
  }
}

interface Deployment {
  spec: { template: { spec: { containers: { name: string; resources: { limits: { memory: string } } }[] } } };
}

function limitOf(name: string): number | undefined {
  if (!LIMITED.includes(name)) return undefined;
  const documents = parseAllDocuments(readFileSync(join(MANIFESTS, `${name}.yaml`), 'utf8'));
  const deployment = documents
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'Deployment') as Deployment;
  const container = deployment.spec.template.spec.containers.find((one) => one.name === name);
  const [, mebibytes] = /^(\d+)Mi$/.exec(container?.resources.limits.memory ?? '') ?? [];
  if (mebibytes === undefined) throw new Error(`${name}.yaml sets no limit in Mi`);
  return Number(mebibytes);
}
