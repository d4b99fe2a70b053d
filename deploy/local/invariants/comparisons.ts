import type { CheckedService, Finding, Item, Report } from './task.ts';

/** A fact that a service knows, or that several services know together. */
interface Side {
  services: readonly CheckedService[];
  fact: string;
}

/** Two sides that must know the same items, independently of each other. */
export interface Comparison {
  /** The name of the invariant in findings. */
  name: string;
  one: Side;
  other: Side;
  /** The other side may know more. */
  isPart?: true;
  /** Texts of findings: for an item that the other side lacks, and for an item with different values. */
  tells: { onlyOne: string; onlyOther: string; differs: string };
}

const tells = (onlyOne: string, onlyOther: string, differs = '') => ({ onlyOne, onlyOther, differs });

export const COMPARISONS: readonly Comparison[] = [
  {
    name: 'audit',
    one: { services: ['identity', 'product', 'finance', 'notification'], fact: 'written-events' },
    other: { services: ['identity'], fact: 'audited-events' },
    tells: tells('has no audit entry', 'has an audit entry, and no service has written it'),
  },
  {
    name: 'log',
    one: { services: ['identity'], fact: 'audited-events-that-are-logged' },
    other: { services: ['notification'], fact: 'logged-events' },
    tells: tells(
      'has an audit entry, and is not in the log of events',
      'is in the log of events, and has no audit entry',
    ),
  },
  {
    name: 'copies',
    one: { services: ['product'], fact: 'copied-records' },
    other: { services: ['finance'], fact: 'copies' },
    tells: tells(
      'has no copy in finance',
      'has a copy in finance, and is not there',
      'differs from its copy in finance',
    ),
  },
  {
    name: 'uses',
    one: { services: ['finance'], fact: 'uses-by-documents' },
    other: { services: ['product'], fact: 'uses-by-documents' },
    tells: tells(
      'is not known to product',
      'is known to product, and no document of finance says so',
      'has another status for product',
    ),
  },
  {
    name: 'bound clients',
    one: { services: ['identity'], fact: 'bound-clients' },
    other: { services: ['product'], fact: 'clients' },
    isPart: true,
    tells: tells('has a user, and is not there', ''),
  },
];

const MODULUS = 1n << 128n;

/**
 * Numbers of the buckets in which the digests of the sides differ. If `one` is a part of `other`: all buckets in which
 * `one` has items.
 */
export function differingBuckets({ one, other, isPart }: Comparison, reports: readonly Report[]): number[] {
  const [of, others] = [digestsOf(one, reports), isPart ? [] : digestsOf(other, reports)];
  const buckets = Array.from({ length: Math.max(of.length, others.length) }, (_, bucket) => bucket);
  return buckets.filter((bucket) => (of[bucket] ?? 0n) !== (others[bucket] ?? 0n));
}

function digestsOf({ services, fact }: Side, reports: readonly Report[]): bigint[] {
  const sums: bigint[] = [];
  for (const { service, digests } of reports) {
    if (!services.includes(service)) continue;
    for (const [bucket, digest] of (digests[fact] ?? []).entries()) {
      sums[bucket] = ((sums[bucket] ?? 0n) + BigInt(`0x${digest}`)) % MODULUS;
    }
  }
  return sums;
}

/** Findings: items that one side lacks, and items with different values. `items`: by service. */
export function differencesOf(comparison: Comparison, items: ReadonlyMap<string, readonly Item[]>): Finding[] {
  const { name, one, other, isPart, tells } = comparison;
  const known = new Map(itemsOf(one, items).map((item) => [item.of, item]));
  const findings: Finding[] = [];
  const tell = (of: string, says: string) => findings.push({ invariant: name, record: of, says });
  for (const { of, says } of itemsOf(other, items)) {
    const mine = known.get(of);
    known.delete(of);
    if (!mine && !isPart) tell(of, tells.onlyOther);
    // An item without `says` equals every value.
    if (mine?.says !== undefined && says !== undefined && mine.says !== says)
      tell(of, `${tells.differs}: ${mine.says}; ${says}`);
  }
  for (const of of known.keys()) tell(of, tells.onlyOne);
  return findings;
}

const itemsOf = ({ services, fact }: Side, items: ReadonlyMap<string, readonly Item[]>): Item[] =>
  services.flatMap((service) => (items.get(service) ?? []).filter((item) => item.fact === fact));
