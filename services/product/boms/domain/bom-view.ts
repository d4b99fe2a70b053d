import type { Rates } from '#chassis/domain/money.ts';
import { type Bom, latestOf } from './bom.ts';
import { type BomVersion, ratesOf, type VersionContent, type VersionStatus } from './bom-version.ts';
import { chosenOption, type LineItem, shownCostInUsd } from './line-items.ts';

/** The style in a BOM. */
export interface StyleSummary {
  id: string;
  documentId: string | null;
  name: string | null;
  refId: string | null;
}

/** Facts of other records that are shown with a BOM. */
export interface BomContext {
  style: StyleSummary | null;
  /** The org's present exchange rates. */
  rates: Rates;
}

/** The name of an author. It is set after the rpc (`authorNames`). Events and stored replies have none. */
type PersonName = string | null;

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
  submittedByName: PersonName;
  approvedById: string | null;
  approvedByName: PersonName;
  rejectionReason: string | null;
}

/** A version in lists. */
export interface VersionOutline extends VersionSummary {
  createdById: string | null;
  createdByName: PersonName;
  approvedAt: string | null;
  rejectedAt: string | null;
  rejectedById: string | null;
  rejectedByName: PersonName;
  lineItemCount: number;
  updatedAt: string;
}

export interface LineItemView extends Omit<LineItem, 'lineage'> {
  billOfMaterialVersionId: string;
  chosenAssignedMaterialName: string | null;
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
  createdByName: PersonName;
  submittedAt: string | null;
  submittedById: string | null;
  submittedByName: PersonName;
  approvedById: string | null;
  approvedByName: PersonName;
}

export interface BomOutline extends BomHead {
  versions: VersionOutline[];
}

export interface BomView extends BomHead {
  versions: VersionView[];
}

/** A BOM in lists. */
export const bomOutline = (bom: Bom, style: StyleSummary | null): BomOutline => ({
  ...bomHead(bom, style),
  versions: bom.versions.map(versionOutline),
});

/** The BOM with lines. A version that is not in `contents` gets empty lists of lines. */
export function withLines(outline: BomOutline, contents: readonly VersionContent[], today: Rates): BomView {
  const byId = new Map(contents.map((content) => [content.id, content]));
  const versions = outline.versions.map((version) => {
    const content = byId.get(version.id);
    return content ? versionView(version, content, today) : { ...version, lineItems: [], groupedLineItems: [] };
  });
  return { ...outline, versions };
}

/** The BOM with only its latest version, for events (decisions 5: Envelope). */
export function latestBomView(bom: Bom, content: VersionContent, { style, rates }: BomContext): BomView {
  const versions = [versionOutline(latestOf(bom))];
  return withLines({ ...bomHead(bom, style), versions }, [content], rates);
}

/** The lines one by one, in their public form. */
export function* lineViews(outline: VersionOutline, content: VersionContent, today: Rates): Generator<LineItemView> {
  const rates = ratesOf(outline, content, today);
  for (const line of content.lineItems) yield lineItemView(line, content.id, rates);
}

export function versionView(outline: VersionOutline, content: VersionContent, today: Rates): VersionView {
  const lineItems = [...lineViews(outline, content, today)];
  return { ...outline, lineItems, groupedLineItems: groupLines(lineItems) };
}

/** `rates`: the rates of the version. */
export function lineItemView(item: LineItem, versionId: string, rates: Rates): LineItemView {
  const { lineage: _, ...line } = item;
  return {
    ...line,
    billOfMaterialVersionId: versionId,
    chosenAssignedMaterialName: chosenOption(item)?.materialName ?? null,
    materialCostInUsd: shownCostInUsd(line, rates),
  };
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
  submittedByName: null,
  approvedById: version.approvedById,
  approvedByName: null,
  rejectionReason: version.rejectionReason,
});

export const versionOutline = (version: BomVersion): VersionOutline => ({
  ...versionSummary(version),
  createdById: version.createdById,
  createdByName: null,
  approvedAt: version.approvedAt?.toISOString() ?? null,
  rejectedAt: version.rejectedAt?.toISOString() ?? null,
  rejectedById: version.rejectedById,
  rejectedByName: null,
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
    createdByName: null,
    submittedById,
    submittedByName: null,
    approvedById,
    approvedByName: null,
  };
}

/** Groups lines by category, in the order in which categories first appear (decisions 6: BOM). */
function groupLines(lines: readonly LineItemView[]): LineGroup[] {
  const groups = Map.groupBy(lines, ({ category }) => category);
  return [...groups].map(([category, items]) => ({ category, items }));
}
