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
  /** `createdAt` or `versionNumber`. Both give the same order. */
  sort: string;
  updatedSince?: string | undefined;
  /** The `next` of the previous page: the number of versions before this page. */
  after?: string | undefined;
}

/** A page of a BOM's versions, which are all in memory. */
export function pageOfVersions(versions: readonly BomVersion[], query: VersionQuery) {
  const since = query.updatedSince === undefined ? 0 : Date.parse(query.updatedSince);
  const matching = versions.filter(({ updatedAt }) => updatedAt.getTime() >= since);
  const sorted = query.sort.startsWith('-') ? matching.toReversed() : matching;
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
