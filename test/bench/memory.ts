import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type System, startSystem } from '../support/system/system.ts';

const ROWS = 10_000;
const IMPORTS = 3;
/** Milliseconds after its start in which a system comes to rest. */
const REST = 5_000;
/** performance.md: G7, in MiB: at rest and after load. */
const ALL = [900, 1_400];
/** The largest container (`MEMORY` of deploy/local/processes.ts). */
const ONE = 512;

/** MiB of each process; the supervisor with the process that started it. */
type Shares = Record<string, number>;
export interface MemoryResults {
  idle: Shares;
  /** Directly after the last import is answered: its events are still on their way. */
  imported: Shares;
}

/** Memory of all processes of a system, with its own database and broker, at rest and after imports of 10,000 materials. */
export async function measureMemory(say: (line: string) => void): Promise<MemoryResults> {
  say('starting a system with a database and a broker of its own');
  const system = await startSystem();
  try {
    const token = await system.login();
    await sleep(REST);
    const idle = sharesOf(system);
    for (let n = 0; n < IMPORTS; n++) {
      say(`importing ${ROWS} materials`);
      await system.importCsv(token, 'materials', materials(n));
    }
    return { idle, imported: sharesOf(system) };
  } finally {
    await system.stop();
  }
}

function materials(number: number): string[] {
  const row = (_: unknown, n: number) =>
    `Material ${number} ${n},shell,m,R${number}-${n},A woven cotton for shirts number ${n} of run ${number}`;
  return ['name,type,unit,refId,description', ...Array.from({ length: ROWS }, row)];
}

function sharesOf({ run, starter }: System): Shares {
  const { gateway, services, topology, mongodb, nats, supervisor } = run;
  const all = Object.entries({ gateway, ...services, topology, mongodb, nats });
  const own = all.map(([name, { pid }]) => [name, proportionalShare(pid)]);
  return {
    ...Object.fromEntries(own),
    supervisor: proportionalShare(supervisor.pid) + proportionalShare(starter.pid ?? null),
  };
}

/** MiB: pages that several share count for each in part. */
function proportionalShare(pid: number | null): number {
  const [, kibibytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}

export function reportMemory({ idle, imported }: MemoryResults): string {
  const line = (name: string, values: number[], goal: string) =>
    `${name.padEnd(14)}${values.map((value) => value.toFixed(0).padStart(8)).join('')}${goal.padStart(8)}`;
  const total = (shares: Shares) => Object.values(shares).reduce((sum, share) => sum + share, 0);
  return [
    `G7, MiB           idle  after ${IMPORTS} imports of ${ROWS}, goal`,
    ...Object.keys(idle).map((name) => line(name, [idle[name] ?? 0, imported[name] ?? 0], String(ONE))),
    line('all', [total(idle), total(imported)], ALL.join(', ')),
  ].join('\n');
}
