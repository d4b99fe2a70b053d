import { percentiles } from '../../bench/load.ts';
import type { Memory } from './memory.ts';
import type { LoadResult } from './run-load.ts';

/** Maximum duration in milliseconds of 99 % of the honest calls. */
const P99 = 1_000;

/**
 * Damage of a load: failed honest calls except 429, hostile requests that got a 500, and processes that exceeded their
 * memory limit or died.
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

/** The damage, and the 99th percentile of honest calls if it is too high. */
export function verdict(result: LoadResult): string[] {
  const { p99 } = percentiles(result.samples.map(({ ms }) => ms));
  return p99 < P99 ? damage(result) : [`honest p99: ${p99.toFixed(0)} ms`, ...damage(result)];
}

function faultsOf({ name, peak, limit, isAlive }: Memory): string[] {
  if (!isAlive) return [`${name} died`];
  return limit !== undefined && peak > limit ? [`${name}: ${peak.toFixed(0)} MiB of ${limit}`] : [];
}
