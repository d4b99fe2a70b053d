import type { DeliveryResult } from './delivery.ts';
import { type Measured, median } from './load.ts';
import type { NumbersResult } from './numbers.ts';
import { REQUESTS, type RequestName, type Rounds } from './rounds.ts';

export interface Results {
  rounds: Rounds;
  delivery: DeliveryResult;
  /** CPU µs per request. */
  rateLimit: number;
  numbers: NumbersResult;
}

/** performance.md: G1, of the rival's requests a second. */
const GOAL: Record<RequestName, number> = { get: 0.6, list: 0.6, create: 0.5 };

/** The table at the end of a run. */
export function report({ rounds, delivery, rateLimit, numbers }: Results): string {
  const lines = ['', 'G1, 32 connections   ours/s  rival/s   ratio   goal   p50 ms   p99 ms  rival p99'];
  for (const name of REQUESTS) {
    const of = (side: 'ours' | 'rival', field: keyof Measured) =>
      median(rounds[name].map((round) => round[side][field]));
    const ratio = median(rounds[name].map(({ ours, rival }) => ours.perSecond / rival.perSecond));
    lines.push(
      name.padEnd(19) +
        cell(of('ours', 'perSecond')) +
        cell(of('rival', 'perSecond')) +
        cell(ratio, 2) +
        cell(GOAL[name], 2, 7) +
        cell(of('ours', 'p50'), 1) +
        cell(of('ours', 'p99'), 1) +
        cell(of('rival', 'p99'), 1, 11),
    );
  }
  lines.push(reportDelivery(delivery));
  lines.push('', 'rate limit, 3 gateways   µs/request  goal', ''.padEnd(25) + cell(rateLimit, 1, 10) + cell(5, 0, 6));
  const { counted, uncounted, ratio } = numbers;
  lines.push('', 'document numbers      with/s  without/s  ratio  goal');
  lines.push(''.padEnd(19) + cell(counted) + cell(uncounted, 0, 11) + cell(ratio, 2, 7) + cell(0.9, 1, 6));
  return lines.join('\n');
}

export function reportDelivery({ p50, p99, perSecond, writes, arrived }: DeliveryResult): string {
  const title = `G6, ${perSecond.toFixed(0)} writes/s       median ms  goal   p99 ms  goal   arrived`;
  const figures = cell(p50, 1, 10) + cell(50, 0, 7) + cell(p99, 1, 8) + cell(250, 0, 7);
  return ['', title, `${''.padEnd(19)}${figures}   ${arrived} of ${writes}`].join('\n');
}

/** A number, aligned to the right. */
export function cell(value: number, digits = 0, width = 9): string {
  return value.toFixed(digits).padStart(width);
}
