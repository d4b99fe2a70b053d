import { percentiles } from '../../bench/load.ts';
import type { Memory } from './memory.ts';
import type { LoadResult } from './run-load.ts';

/** Milliseconds that 99 of 100 honest calls take at most. */
const P99 = 1_000;

/**
 * The damage: refusals of honest callers that nobody may give, answers to requests that nobody foresaw, and processes
 * that grew past their limit or died.
 */
export function damage({ samples, tally, memory }: LoadResult): string[] {
  const failed = samples.filter(({ status }) => status === 'cut' || (status >= 300 && status !== 429));
  const kinds = Map.groupBy(failed, ({ action, status }) => `honest ${action}: ${status}`);
  const unforeseen = Object.entries(tally).filter(([, outcomes]) => outcomes[500] !== undefined);
  return [
    ...[...kinds].map(([kind, all]) => `${kind}, ${all.length} times`),
    ...unforeseen.map(([name, outcomes]) => `hostile ${name}: 500, ${outcomes[500]} times`),
    ...memory.flatMap(faultsOf),
  ];
}

/** The same, and whether honest callers waited for too long. */
export function verdict(result: LoadResult): string[] {
  const { p99 } = percentiles(result.samples.map(({ ms }) => ms));
  return p99 < P99 ? damage(result) : [`honest p99: ${p99.toFixed(0)} ms`, ...damage(result)];
}

function faultsOf({ name, peak, limit, isAlive }: Memory): string[] {
  if (!isAlive) return [`${name} died`];
  return limit !== undefined && peak > limit ? [`${name}: ${peak.toFixed(0)} MiB of ${limit}`] : [];
}
