import type { Rates } from '#chassis/domain/rates.ts';
import type { LineItem } from './line-item.ts';
import { ratesUsed } from './usd.ts';

export type VersionStatus = 'draft' | 'submitted' | 'approved' | 'rejected' | 'withdrawn' | 'superseded';

/** One version of a BOM, without its lines (interface: BOM version). */
export interface BomVersion {
  id: string;
  /** `<documentId of the BOM>-V<number>`. */
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
  /** Of its lines as they are stored; absent from versions stored before 2026-11-22. Shown to nobody. */
  contentBytes?: number;
  updatedAt: Date;
}

/** The lines of a version. */
export interface VersionContent {
  /** The version's. */
  id: string;
  bomId: string;
  orgId: string;
  lineItems: readonly LineItem[];
  /** Those at submit; null while the version follows the org's rates (decisions 6: BOM). */
  frozenRates: Rates | null;
}

/** The rates by which the version's costs are shown. */
export const ratesOf = (
  { status }: Pick<BomVersion, 'status'>,
  { frozenRates }: VersionContent,
  today: Rates,
): Rates => (status === 'draft' || status === 'rejected' ? today : (frozenRates ?? {}));

/** The costs no longer follow the rates. */
export const freezeCosts = (content: VersionContent, today: Rates): VersionContent => ({
  ...content,
  frozenRates: ratesUsed(content.lineItems, today),
});
