import type { Rates } from '#chassis/domain/money.ts';
import { type Bom, latestOf } from './bom.ts';
import { type BomVersion, ratesOf, type VersionContent, type VersionStatus } from './bom-version.ts';
import { type LineItem, shownCostInUsd } from './line-items.ts';

/** The style as a BOM shows it. */
export interface StyleSummary {
  id: string;
  documentId: string | null;
  name: string | null;
  refId: string | null;
}

/** Facts that a BOM is shown with and that are not its own. */
export interface BomContext {
  style: StyleSummary | null;
  /** Today's. */
  rates: Rates;
}

/** Times are RFC 3339, UTC, milliseconds. */
export interface VersionSummary {
  id: string;
  documentId: string;
  versionNumber: number;
  changeDescription: string | null;
  createdAt: string;
  status: VersionStatus;
  submittedAt: string | null;
  submittedById: string | null;
  approvedById: string | null;
  rejectionReason: string | null;
}

/** A version as lists show it. */
export interface VersionOutline extends VersionSummary {
  createdById: string | null;
  approvedAt: string | null;
  rejectedAt: string | null;
  rejectedById: string | null;
  lineItemCount: number;
  updatedAt: string;
}

export interface LineItemView extends Omit<LineItem, 'lineage'> {
  billOfMaterialVersionId: string;
}

interface LineGroup {
  category: string;
  items: LineItemView[];
}

export interface VersionView extends VersionOutline {
  lineItems: LineItemView[];
  groupedLineItems: LineGroup[];
}

interface BomHead extends Pick<Bom, 'id' | 'documentId' | 'styleId' | 'createdById'> {
  currentVersion: number;
  versionCount: number;
  style: StyleSummary | null;
  latestVersion: VersionSummary;
  status: VersionStatus;
  createdAt: string;
  updatedAt: string;
  submittedAt: string | null;
  submittedById: string | null;
  approvedById: string | null;
}

export interface BomOutline extends BomHead {
  versions: VersionOutline[];
}

export interface BomView extends BomHead {
  versions: VersionView[];
}

/** As lists show it. */
export const bomOutline = (bom: Bom, style: StyleSummary | null): BomOutline => ({
  ...bomHead(bom, style),
  versions: bom.versions.map(versionOutline),
});

/** With the lines that are given; a version of which there are none comes without. */
export function withLines(outline: BomOutline, contents: readonly VersionContent[], today: Rates): BomView {
  const byId = new Map(contents.map((content) => [content.id, content]));
  const versions = outline.versions.map((version) => {
    const content = byId.get(version.id);
    return content ? versionView(version, content, today) : { ...version, lineItems: [], groupedLineItems: [] };
  });
  return { ...outline, versions };
}

/** With the latest version only, as events hold it (decisions 5: Envelope). */
export function latestBomView(bom: Bom, content: VersionContent, { style, rates }: BomContext): BomView {
  const versions = [versionOutline(latestOf(bom))];
  return withLines({ ...bomHead(bom, style), versions }, [content], rates);
}

/** The lines one by one, as they are shown. */
export function* lineViews(outline: VersionOutline, content: VersionContent, today: Rates): Generator<LineItemView> {
  const rates = ratesOf(outline, content, today);
  for (const line of content.lineItems) yield lineItemView(line, content.id, rates);
}

export function versionView(outline: VersionOutline, content: VersionContent, today: Rates): VersionView {
  const lineItems = [...lineViews(outline, content, today)];
  return { ...outline, lineItems, groupedLineItems: groupLines(lineItems) };
}

/** `rates`: those that the version's costs are shown by. */
export function lineItemView({ lineage: _, ...line }: LineItem, versionId: string, rates: Rates): LineItemView {
  return { ...line, billOfMaterialVersionId: versionId, materialCostInUsd: shownCostInUsd(line, rates) };
}

export const versionSummary = (version: BomVersion): VersionSummary => ({
  id: version.id,
  documentId: version.documentId,
  versionNumber: version.versionNumber,
  changeDescription: version.changeDescription,
  createdAt: version.createdAt.toISOString(),
  status: version.status,
  submittedAt: version.submittedAt?.toISOString() ?? null,
  submittedById: version.submittedById,
  approvedById: version.approvedById,
  rejectionReason: version.rejectionReason,
});

export const versionOutline = (version: BomVersion): VersionOutline => ({
  ...versionSummary(version),
  createdById: version.createdById,
  approvedAt: version.approvedAt?.toISOString() ?? null,
  rejectedAt: version.rejectedAt?.toISOString() ?? null,
  rejectedById: version.rejectedById,
  lineItemCount: version.lineItemCount,
  updatedAt: version.updatedAt.toISOString(),
});

export function bomHead(bom: Bom, style: StyleSummary | null): BomHead {
  const latestVersion = versionSummary(latestOf(bom));
  const { status, submittedAt, submittedById, approvedById } = latestVersion;
  return {
    id: bom.id,
    documentId: bom.documentId,
    currentVersion: latestVersion.versionNumber,
    versionCount: bom.versions.length,
    styleId: bom.styleId,
    style,
    latestVersion,
    status,
    createdAt: bom.createdAt.toISOString(),
    updatedAt: bom.updatedAt.toISOString(),
    submittedAt,
    createdById: bom.createdById,
    submittedById,
    approvedById,
  };
}

/** By category, in order of first appearance (decisions 6: BOM). */
function groupLines(lines: readonly LineItemView[]): LineGroup[] {
  const groups = Map.groupBy(lines, ({ category }) => category);
  return [...groups].map(([category, items]) => ({ category, items }));
}
