import { percentiles } from '../../bench/load.ts';
import type { LoadResult } from './run-load.ts';
import { verdict } from './verdict.ts';

/** The tables and the verdict at the end of a run. */
export function report(result: LoadResult): string {
  const faults = verdict(result);
  const judgement = faults.length === 0 ? ['', 'held'] : ['', 'NOT held:', ...faults.map((fault) => `  ${fault}`)];
  return [...honest(result), ...memory(result), ...hostile(result), ...judgement].join('\n');
}

/** A table with a line for each attack that ran alone. Memory is the maximum of each process until then. */
export function reportEach(results: LoadResult[]): string {
  const names = results[0]?.memory.map(({ name }) => name) ?? [];
  const head = ['attack'.padEnd(28), ...['calls', 'p50 ms', 'p99 ms', 'max ms', ...names].map(cell)].join('');
  const rows = results.map((result) => {
    const [name = '', outcomes = {}] = Object.entries(result.tally)[0] ?? [];
    const times = result.samples.map(({ ms }) => ms);
    const { p50, p99 } = percentiles(times);
    const sizes = result.memory.map(({ peak }) => peak);
    const columns = [times.length, p50, p99, Math.max(...times), ...sizes].map((value) => cell(value.toFixed(0)));
    return [
      name.padEnd(28),
      ...columns,
      entries(Object.entries(outcomes)),
      ...verdict(result).map((fault) => `; ${fault}`),
    ].join('');
  });
  return ['', head, ...rows].join('\n');
}

const cell = (text: string) => text.padStart(9);

function honest({ samples }: LoadResult): string[] {
  const rows = [...Map.groupBy(samples, ({ action }) => action), ['all', samples] as const].map(([action, all]) => {
    const times = all.map(({ ms }) => ms);
    const { p50, p99 } = percentiles(times);
    const columns = [all.length, ...[p50, p99, Math.max(...times)].map((ms) => ms.toFixed(0))];
    return row(action, columns) + counted(Object.groupBy(all, ({ status }) => String(status)));
  });
  return ['', `${row('honest', ['calls', 'p50 ms', 'p99 ms', 'max ms'])}  by status`, ...rows];
}

const memory = ({ memory: all }: LoadResult): string[] => [
  '',
  row('process', ['peak MiB', 'limit', 'alive']),
  ...all.map(({ name, peak, limit, isAlive }) => row(name, [peak.toFixed(0), limit ?? '-', isAlive ? 'yes' : 'NO'])),
];

const hostile = ({ tally }: LoadResult): string[] => [
  '',
  'attack                        how it ended',
  ...Object.entries(tally).map(([name, outcomes]) => name.padEnd(28) + entries(Object.entries(outcomes))),
];

const row = (name: string, columns: (string | number)[]) =>
  name.padEnd(14) + columns.map((column) => String(column).padStart(9)).join('');
const counted = (groups: Partial<Record<string, unknown[]>>) =>
  entries(Object.entries(groups).map(([name, all]) => [name, all?.length ?? 0]));
const entries = (counts: [string, number][]) => counts.map(([name, count]) => `  ${name} x ${count}`).join(',');
