import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { COMPARISONS, type Comparison, differencesOf, differingBuckets } from './comparisons.ts';
import { CHECKED, type Checked, checkService, type Finding, type Item, itemsOf, type Tasks } from './task.ts';

/** What is broken, and how much there is that is not listed. */
export interface Result {
  findings: Finding[];
  broken: number;
}

/** Milliseconds between two looks at what differs: an event may be late by so much (decisions 1: Eventual facts). */
const SETTLE_MS = 5_000;
/** A difference that stays the same over all looks is not an event in transit. Four: an outage may just have ended. */
const LOOKS = 4;

/** Checks each service's own database, and compares what services know of each other. Errors: StartError. */
export async function checkAll(tasks: Tasks): Promise<Result> {
  const key = randomBytes(16).toString('hex');
  const common = ['--key', key, '--until', new Date().toISOString()];
  const reports = await Promise.all(CHECKED.map((service) => checkService(service, tasks, common)));
  const differing = COMPARISONS.map((comparison) => {
    return { comparison, buckets: differingBuckets(comparison, reports) };
  }).filter(({ buckets }) => buckets.length > 0);
  const look = () => lookAt(differing, tasks, common);
  const lasting = await lastingIn(look);
  const findings = [...reports.flatMap((one) => one.findings), ...lasting, ...notLookedAt(differing, lasting)];
  const unlisted = reports.reduce((sum, one) => sum + one.broken - one.findings.length, 0);
  return { findings: findings.slice(0, LISTED), broken: findings.length + unlisted };
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

/** Buckets of a fact that are looked at, item by item. */
const BUCKETS = 64;
/** Findings that are listed. */
const LISTED = 1_000;

interface Differing {
  comparison: Comparison;
  buckets: number[];
}

/** What the two sides of each know in the buckets that differ, item by item. */
async function lookAt(differing: readonly Differing[], tasks: Tasks, common: string[]): Promise<Finding[]> {
  const items = new Map<Checked, Item[]>();
  const ask = async (service: Checked) => {
    const args = differing.flatMap(({ comparison: { one, other }, buckets }) =>
      [one, other]
        .filter(({ services }) => services.includes(service))
        .flatMap(({ fact }) => ['--items', `${fact}:${buckets.slice(0, BUCKETS).join(',')}`]),
    );
    if (args.length === 0) return;
    items.set(service, await Array.fromAsync(itemsOf(service, tasks, [...common, ...args])));
  };
  await Promise.all(CHECKED.map(ask));
  return differing.flatMap(({ comparison }) => differencesOf(comparison, items));
}

/** Where nearly all differs, as after a restore, the rest would be more of the same. */
const notLookedAt = (differing: readonly Differing[], lasting: readonly Finding[]): Finding[] =>
  differing
    .filter(({ comparison: { name }, buckets }) => {
      return buckets.length > BUCKETS && lasting.some(({ invariant }) => invariant === name);
    })
    .map(({ comparison: { name, one }, buckets }) => {
      const says = `differ in ${buckets.length} of 1024 buckets; the first ${BUCKETS} were looked at`;
      return { invariant: name, record: one.fact, says };
    });
