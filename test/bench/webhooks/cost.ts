import type { System } from '../../support/system/system.ts';
import { cpuOfEach } from '../cpu.ts';
import { median } from '../load.ts';
import type { CountingReceiver } from './receiver.ts';

/**
 * The cost of deliveries: deliveries a second, and the CPU µs of a delivery in the processes that make it:
 * notification, the database, the broker and the receiver. The work of other processes meanwhile is in the rate alone.
 */
export interface Cost {
  perSecond: number;
  cpu: number;
}

/** Deliveries a second, of those of a rival. */
export interface Comparison {
  /** The medians of the rounds. */
  ours: number;
  rival: number;
  ratio: number;
  /** Round by round. */
  ratios: number[];
  /** CPU µs of a delivery, the medians of the rounds: that says more on a busy machine. */
  cpu: { ours: number; rival: number; ratio: number };
}

export function compare(rounds: { ours: Cost; rival: Cost }[]): Comparison {
  const ratios = rounds.map(({ ours, rival }) => ours.perSecond / rival.perSecond);
  return {
    ours: median(rounds.map(({ ours }) => ours.perSecond)),
    rival: median(rounds.map(({ rival }) => rival.perSecond)),
    ratio: median(ratios),
    ratios,
    cpu: {
      ours: median(rounds.map(({ ours }) => ours.cpu)),
      rival: median(rounds.map(({ rival }) => rival.cpu)),
      ratio: median(rounds.map(({ ours, rival }) => rival.cpu / ours.cpu)),
    },
  };
}

/** Milliseconds in which what was posted is recorded. */
const RECORDED = 300;

/** The processes that make deliveries, as far as they are of this machine and started here. */
export function pidsOf(
  { run: { mongodb, nats, services } }: System,
  receiver: CountingReceiver,
): Record<string, number> {
  const makers = { mongodb, nats, notification: services.notification, receiver };
  const known = Object.entries(makers).map(([name, process]) => [name, process?.pid] as const);
  return Object.fromEntries(known.flatMap(([name, pid]) => (typeof pid === 'number' ? [[name, pid]] : [])));
}

/** The cost of `count` deliveries that `work` waits for: it tells in how many milliseconds they came. */
export async function costOf(
  pids: Record<string, number>,
  count: number,
  work: () => Promise<{ ms: number; counted: number }>,
): Promise<Cost> {
  const before = cpuOfEach(pids);
  const { ms, counted } = await work();
  await new Promise((resolve) => setTimeout(resolve, RECORDED));
  const after = cpuOfEach(pids);
  const spent = Object.keys(pids).reduce((sum, name) => sum + (after[name] ?? 0) - (before[name] ?? 0), 0);
  return { perSecond: (counted / ms) * 1000, cpu: spent / count };
}
