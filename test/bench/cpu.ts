import { readdirSync, readFileSync } from 'node:fs';

/** CPU µs that a process has spent, over all its threads: all, and what the kernel has of it. */
export function cpuOf(pid: number): { all: number; system: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return { all: spentBy(pid), system: Number(fields[12]) * 10_000 };
}

/** CPU µs of several processes, by name. */
export function cpuOfEach<Name extends string>(pids: Record<Name, number>): Record<Name, number> {
  const entries = Object.entries<number>(pids).map(([name, pid]) => [name, spentBy(pid)]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** proc_pid_schedstat(5) is exact, proc_pid_stat(5) counts ticks of 10 ms. */
function spentBy(pid: number): number {
  const spent = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return spent.reduce((sum, ns) => sum + ns, 0) / 1000;
}
