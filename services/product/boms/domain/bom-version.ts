import { AppError } from '#chassis/domain/errors.ts';
import type { Rates } from '#chassis/domain/money.ts';
import type { LineItem } from './line-items.ts';

/** Maximum bytes of the texts of all versions of a BOM, because one document and one message hold them all. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/**
 * Bytes of a text that is always accepted, so that a BOM can always get a new version. Two such texts of each version
 * take at most 1 MiB.
 */
const SHORT = 1024;

export type VersionStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'withdrawn' | 'superseded';

/** A version of a BOM, without its lines (interface: BOM version). */
export interface BomVersion {
  id: string;
  /** `<documentId of the BOM>-V<number>` */
  documentId: string;
  /** From 1, without gaps. */
  versionNumber: number;
  changeDescription: string | null;
  createdAt: Date;
  createdById: string | null;
  status: VersionStatus;
  submittedAt: Date | null;
  submittedById: string | null;
  approvedAt: Date | null;
  approvedById: string | null;
  rejectedAt: Date | null;
  rejectedById: string | null;
  rejectionReason: string | null;
  lineItemCount: number;
  /** Bytes of the stored lines. Absent from versions that were stored before 2026-11-22. Callers do not see it. */
  contentBytes?: number;
  updatedAt: Date;
}

/** The lines of a version. */
export interface VersionContent {
  /** The id of the version. */
  id: string;
  bomId: string;
  orgId: string;
  lineItems: readonly LineItem[];
  /** The exchange rates at submit; null before (decisions 6: BOM). */
  frozenRates: Rates | null;
}

/** The rates that the costs of the version are shown with. */
export const ratesOf = (
  { status }: Pick<BomVersion, 'status'>,
  { frozenRates }: VersionContent,
  today: Rates,
): Rates => (status === 'draft' || status === 'rejected' ? today : (frozenRates ?? {}));

/**
 * The content with the rates of its lines' currencies. After that, changes of the org's rates do not change its costs.
 */
export function freezeCosts(content: VersionContent, today: Rates): VersionContent {
  const currencies = new Set(content.lineItems.map(({ nativeCurrency }) => nativeCurrency));
  const used = Object.entries(today).filter(([currency]) => currencies.has(currency));
  return { ...content, frozenRates: Object.fromEntries(used) };
}

interface VersionQuery {
  page: number;
  limit: number;
  /** A date of versions, or `versionNumber`, which gives the order of `createdAt`. */
  sort: string;
  updatedSince?: string | undefined;
  /** The `next` of the previous page: the number of versions before this page. */
  after?: string | undefined;
  ranges?: readonly VersionRange[] | undefined;
}

/** A range of a date, both ends included, as RFC 3339. */
interface VersionRange {
  field: string;
  from?: string | undefined;
  to?: string | undefined;
}

/** The dates of a version by name, in epoch milliseconds; null if the version has no such date. */
const moments: Readonly<Record<string, (version: BomVersion) => number | null>> = {
  createdAt: ({ createdAt }) => createdAt.getTime(),
  updatedAt: ({ updatedAt }) => updatedAt.getTime(),
  submittedAt: ({ submittedAt }) => submittedAt?.getTime() ?? null,
  approvedAt: ({ approvedAt }) => approvedAt?.getTime() ?? null,
  rejectedAt: ({ rejectedAt }) => rejectedAt?.getTime() ?? null,
};

/** A date that a version does not have is in no range. */
function isInRange(version: BomVersion, { field, from, to }: VersionRange): boolean {
  const moment = moments[field]?.(version) ?? null;
  if (moment === null) return false;
  return (from === undefined || moment >= Date.parse(from)) && (to === undefined || moment <= Date.parse(to));
}

/** The versions by the sort, ascending. Versions without the date come first, and equal ones are in the order of numbers. */
function inOrder(versions: readonly BomVersion[], name: string): readonly BomVersion[] {
  const moment = moments[name];
  if (!moment || name === 'createdAt') return versions;
  const key = (version: BomVersion) => moment(version) ?? Number.NEGATIVE_INFINITY;
  const compare = (a: number, b: number) => (a === b ? 0 : a < b ? -1 : 1);
  return versions.toSorted((a, b) => compare(key(a), key(b)));
}

/** A page of a BOM's versions, which are all in memory. */
export function pageOfVersions(versions: readonly BomVersion[], query: VersionQuery) {
  const since = query.updatedSince === undefined ? 0 : Date.parse(query.updatedSince);
  const { ranges = [] } = query;
  const matching = versions.filter(
    (version) => version.updatedAt.getTime() >= since && ranges.every((range) => isInRange(version, range)),
  );
  const isDescending = query.sort.startsWith('-');
  const ordered = inOrder(matching, isDescending ? query.sort.slice(1) : query.sort);
  const sorted = isDescending ? ordered.toReversed() : ordered;
  const from = query.after === undefined ? (query.page - 1) * query.limit : Number(query.after);
  const end = from + query.limit;
  const next = end < sorted.length ? { next: String(end) } : {};
  return { data: sorted.slice(from, end), total: sorted.length, ...next };
}

type Texts = Pick<BomVersion, 'changeDescription' | 'rejectionReason'>;

/** Bytes of the texts of the versions. */
export const textBytes = (versions: readonly Texts[]): number =>
  versions.reduce(
    (sum, { changeDescription, rejectionReason }) => sum + bytesOf(changeDescription) + bytesOf(rejectionReason),
    0,
  );

/** Checks that a new text of a version fits. Errors: body_too_large. */
export function refuseTooMuchText(versions: readonly Texts[], text: string | null): void {
  const added = bytesOf(text);
  if (added <= SHORT || textBytes(versions) + added <= MAX_TEXT_BYTES) return;
  const message = `The texts of a BOM's versions are limited to ${MAX_TEXT_BYTES} bytes in all; one of ${SHORT} bytes has room`;
  throw new AppError('body_too_large', message);
}

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
