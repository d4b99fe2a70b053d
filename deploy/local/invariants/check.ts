import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPARISONS, type Comparison, differencesOf, differingBuckets } from './comparisons.ts';
import {
  CHECKED,
  type Checked,
  checkService,
  type Databases,
  type Finding,
  type Item,
  itemsOf,
  type Report,
} from './task.ts';

/** What is broken, and how much there is that is not listed. */
export interface Result {
  findings: Finding[];
  broken: number;
}

/** Milliseconds between two looks at what differs: an event may be late by so much (decisions 1: Eventual facts). */
const SETTLE_MS = 5_000;
/** What differs at each look in the same way is on no event's way. More than two: an outage may just have ended. */
const LOOKS = 4;

/** Checks each service's own database, and compares what services know of each other. Errors: StartError. */
export async function checkAll(databases: Databases): Promise<Result> {
  const key = randomBytes(16).toString('hex');
  const common = ['--key', key, '--until', new Date().toISOString()];
  const reports = await Promise.all(CHECKED.map((service) => checkService(service, databases, common)));
  const differing = COMPARISONS.map((comparison) => {
    return { comparison, buckets: differingBuckets(comparison, reports) };
  }).filter(({ buckets }) => buckets.length > 0);
  const look = () => lookAt(differing, databases, common);
  const findings = [...reports.flatMap((one) => one.findings), ...(await lastingIn(look))];
  const unlisted = reports.reduce((sum, one) => sum + one.broken - one.findings.length, 0);
  return { findings, broken: findings.length + unlisted };
}

/** What each of several looks has found. */
async function lastingIn(look: () => Promise<Finding[]>): Promise<Finding[]> {
  let found = await look();
  for (let looks = 1; looks < LOOKS && found.length > 0; looks++) {
    await delay(SETTLE_MS);
    const again = new Set((await look()).map(({ record, says }) => `${record} ${says}`));
    found = found.filter(({ record, says }) => again.has(`${record} ${says}`));
  }
  return found;
}

interface Differing {
  comparison: Comparison;
  buckets: number[];
}

/** What the two sides of each know in the buckets that differ, item by item. */
async function lookAt(differing: readonly Differing[], databases: Databases, common: string[]): Promise<Finding[]> {
  const items = new Map<Checked, Item[]>();
  const ask = async (service: Checked) => {
    const args = differing.flatMap(({ comparison: { one, other }, buckets }) =>
      [one, other]
        .filter(({ services }) => services.includes(service))
        .flatMap(({ fact }) => ['--items', `${fact}:${buckets.join(',')}`]),
    );
    if (args.length === 0) return;
    items.set(service, await Array.fromAsync(itemsOf(service, databases, [...common, ...args])));
  };
  await Promise.all(CHECKED.map(ask));
  return differing.flatMap(({ comparison }) => differencesOf(comparison, items));
}

/** Compares reports that tasks have printed elsewhere, with one key: names the buckets in which they differ. */
export function compareReports(reports: readonly Report[]): Result {
  const differing = COMPARISONS.filter(({ isPart }) => !isPart).flatMap((comparison): Finding[] => {
    const buckets = differingBuckets(comparison, reports);
    const { name, one, other } = comparison;
    const says = `differs from ${other.fact} of ${other.services.join(', ')} in the buckets ${buckets.join(',')}`;
    const record = `${one.fact} of ${one.services.join(', ')}`;
    return buckets.length === 0 ? [] : [{ invariant: name, record, says }];
  });
  const findings = [...reports.flatMap((one) => one.findings), ...differing];
  return { findings, broken: reports.reduce((sum, one) => sum + one.broken, differing.length) };
}
