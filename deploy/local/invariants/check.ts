import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPARISONS, type Comparison, differencesOf, differingBuckets } from './comparisons.ts';
import {
  CHECKED,
  type CheckedService,
  checkService,
  type Finding,
  type Item,
  itemsOf,
  type Report,
  type Tasks,
} from './task.ts';

/** The findings, of which at most 1,000 are listed, and their number. */
export interface Result {
  findings: Finding[];
  broken: number;
  /** Number of names that each service has checked, over all rules. */
  looked: Record<string, number>;
}

/** Milliseconds between two comparisons of items: an event may be late by this much (decisions 1: Eventual facts). */
const SETTLE_MS = 5_000;
/**
 * Number of comparisons while the system runs. A difference in all of them is not an event in transit. There are four,
 * because an outage may have just ended.
 */
const LOOKS = 4;
/** Number of buckets of a fact that are compared item by item at a time. */
const BUCKETS = 64;
/** Maximum number of listed findings. */
const LISTED = 1_000;

/**
 * Checks each service's own database, and compares the facts that services share. `isAtRest`: nothing writes meanwhile,
 * so one comparison is enough. Errors: StartError.
 */
export async function checkAll(tasks: Tasks, isAtRest = false): Promise<Result> {
  const key = randomBytes(16).toString('hex');
  const common = ['--key', key, '--until', new Date().toISOString()];
  const checks = CHECKED.map((service) =>
    checkService(service, tasks, common).then(whole, (error) => unchecked(service, error)),
  );
  const reports = await Promise.all(checks);
  const known = new Set(reports.flatMap(({ service, isWhole }) => (isWhole ? service : [])));
  const differing = COMPARISONS.filter(({ one, other }) =>
    [...one.services, ...other.services].every((service) => known.has(service)),
  ).map((comparison) => ({ comparison, buckets: differingBuckets(comparison, reports) }));
  const looks = isAtRest ? 1 : LOOKS;
  const findings = [
    ...reports.flatMap((one) => one.findings),
    ...(await lastingOf(differing, looks, (now) => lookAt(now, tasks, common))),
  ];
  const unlisted = reports.reduce((sum, one) => sum + one.broken - one.findings.length, 0);
  const looked = Object.fromEntries(reports.map((one) => [one.service, one.looked]));
  return { findings: findings.slice(0, LISTED), broken: findings.length + unlisted, looked };
}

const whole = (report: Report): ServiceReport => ({ ...report, isWhole: true });

/** A service that could not be checked is a finding. The other services are still checked. */
function unchecked(service: CheckedService, { message }: Error): ServiceReport {
  const finding = { invariant: 'unreadable', record: service, says: message };
  return { service, findings: [finding], broken: 1, looked: 0, digests: {}, isWhole: false };
}

/**
 * Findings for lasting differences. Compares 64 buckets of each fact at a time. If these have a lasting difference, the
 * fact's other buckets are only counted.
 */
async function lastingOf(
  all: readonly Differing[],
  looks: number,
  look: (at: readonly Differing[]) => Promise<Finding[]>,
): Promise<Finding[]> {
  const found: Finding[] = [];
  let left = all.filter(({ buckets }) => buckets.length > 0);
  while (left.length > 0) {
    const now = left.map(({ comparison, buckets }) => ({ comparison, buckets: buckets.slice(0, BUCKETS) }));
    const lasting = await lastingIn(looks, () => look(now));
    found.push(...lasting);
    const lasts = ({ comparison }: Differing) => lasting.some(({ invariant }) => invariant === comparison.name);
    const later = left.map(({ comparison, buckets }) => ({ comparison, buckets: buckets.slice(BUCKETS) }));
    found.push(...later.filter((one) => one.buckets.length > 0 && lasts(one)).map(notLookedAt));
    left = later.filter((one) => one.buckets.length > 0 && !lasts(one));
  }
  return found;
}

/** Findings that each of so many comparisons has made. */
async function lastingIn(looks: number, look: () => Promise<Finding[]>): Promise<Finding[]> {
  let found = await look();
  for (let looked = 1; looked < looks && found.length > 0; looked++) {
    await delay(SETTLE_MS);
    const again = new Set((await look()).map(({ record, says }) => `${record} ${says}`));
    found = found.filter(({ record, says }) => again.has(`${record} ${says}`));
  }
  return found;
}

/** A service's report. `isWhole`: the report has digests to compare. */
type ServiceReport = Report & { isWhole: boolean };

interface Differing {
  comparison: Comparison;
  buckets: number[];
}

/** Compares the items of both sides in the buckets that differ. */
async function lookAt(differing: readonly Differing[], tasks: Tasks, common: string[]): Promise<Finding[]> {
  const items = new Map<CheckedService, Item[]>();
  const ask = async (service: CheckedService) => {
    const args = differing.flatMap(({ comparison: { one, other }, buckets }) =>
      [one, other]
        .filter(({ services }) => services.includes(service))
        .flatMap(({ fact }) => ['--items', `${fact}:${buckets.join(',')}`]),
    );
    if (args.length === 0) return;
    items.set(service, await Array.fromAsync(itemsOf(service, tasks, [...common, ...args])));
  };
  await Promise.all(CHECKED.map(ask));
  return differing.flatMap(({ comparison }) => differencesOf(comparison, items));
}

const notLookedAt = ({ comparison: { name, one }, buckets }: Differing): Finding => {
  return {
    invariant: name,
    record: one.fact,
    says: `differ in ${buckets.length} buckets more, which were not looked at`,
  };
};
