import { AppError } from '#chassis/domain/errors.ts';
import { type Decimal, inUsd, parseDecimal, type Rates, roundUnitPrice, toNumber } from '#chassis/domain/money.ts';
import type { Consumption } from './consumption.ts';
import type { Choice, MaterialOption, MaterialOptionInput } from './material-option.ts';

/** interface: BOM line item. */
export const DEFAULT_CATEGORY = 'Uncategorized';
export const DEFAULT_UNIT = 'pc';

/** Bytes of the texts of all versions of a BOM: one document holds them, and one message. */
export const MAX_TEXT_BYTES = 4 * 1024 * 1024;
/** Bytes of a text that always has room, so that no BOM is stuck: two of each version come to 1 MiB at most. */
const SHORT = 1024;

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

export interface LineItem extends LineItemFields {
  id: string;
  /** Shared with the lines that it was copied from and into: comparisons pair by it (decisions 6: BOM comparison). */
  lineage: string;
}

/** What a caller may say of a line (interface: BOM line item). */
interface LineItemFields extends Consumption, Choice {
  /** Per unit, in the native currency. */
  materialCostInNativeCurrency: number | null;
  /** ISO 4217. */
  nativeCurrency: string | null;
  /** Per unit, as sent. Null: computed from exchange rates. */
  materialCostInUsd: number | null;
  /** Days. */
  estimatedMaterialPreparationLeadTime: number | null;
  category: string;
  description: string | null;
  unit: string;
}

type Sendable = Omit<LineItemFields, 'assignedMaterialOptions'> & { assignedMaterialOptions: MaterialOptionInput[] };

/** A line as sent. The id of a line that the version has keeps that line. */
export type LineItemInput = { [Field in keyof Sendable]?: NonNullable<Sendable[Field]> } & { id?: string };

/** New values; null where a field is to be cleared. */
export type LineItemChanges = { [Field in keyof Sendable]?: Sendable[Field] | null };

/** The option that was chosen: of the material and, where several are of it, of the SKU. */
export function chosenOption(line: LineItemFields): MaterialOption | undefined {
  const { chosenAssignedMaterialId: materialId, chosenAssignedSkuId: skuId } = line;
  if (materialId === null) return undefined;
  const options = line.assignedMaterialOptions.filter((option) => option.materialId === materialId);
  return options.find((option) => option.skuId === skuId) ?? options[0];
}

/** The exact cost per unit in USD: as it was sent, else by the rates; undefined where neither says. */
export function unitCostInUsd(line: LineItemFields, rates: Rates): Decimal | undefined {
  const { materialCostInUsd: sent, materialCostInNativeCurrency: cost, nativeCurrency } = line;
  if (sent !== null) return parseDecimal(sent);
  return cost === null || nativeCurrency === null ? undefined : inUsd(parseDecimal(cost), nativeCurrency, rates);
}

/** What the line shows as materialCostInUsd: what is computed keeps 6 places, as unit costs do (decisions 1: Numbers). */
export function shownCostInUsd(line: LineItemFields, rates: Rates): number | null {
  if (line.materialCostInUsd !== null) return line.materialCostInUsd;
  const exact = unitCostInUsd(line, rates);
  return exact ? toNumber(roundUnitPrice(exact)) : null;
}

/** The rates by which the version's costs are shown. */
export const ratesOf = (
  { status }: Pick<BomVersion, 'status'>,
  { frozenRates }: VersionContent,
  today: Rates,
): Rates => (status === 'draft' || status === 'rejected' ? today : (frozenRates ?? {}));

/** The content with the rates of the currencies that its lines need: its costs no longer follow the org's. */
export function freezeCosts(content: VersionContent, today: Rates): VersionContent {
  const currencies = new Set(content.lineItems.map(({ nativeCurrency }) => nativeCurrency));
  const used = Object.entries(today).filter(([currency]) => currencies.has(currency));
  return { ...content, frozenRates: Object.fromEntries(used) };
}

interface VersionQuery {
  page: number;
  limit: number;
  /** `createdAt` or `versionNumber`, which come to the same. */
  sort: string;
  updatedSince?: string | undefined;
  /** The `next` of the page before: how many came before it. */
  after?: string | undefined;
}

/** A page of a BOM's versions: they are all in memory. */
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

/** Bytes of what is said of the versions. */
export const textBytes = (versions: readonly Texts[]): number =>
  versions.reduce(
    (sum, { changeDescription, rejectionReason }) => sum + bytesOf(changeDescription) + bytesOf(rejectionReason),
    0,
  );

/** Before the versions get a further text. Errors: body_too_large. */
export function refuseTooMuchText(versions: readonly Texts[], text: string | null): void {
  const added = bytesOf(text);
  if (added <= SHORT || textBytes(versions) + added <= MAX_TEXT_BYTES) return;
  const message = `The texts of a BOM's versions are limited to ${MAX_TEXT_BYTES} bytes in all; one of ${SHORT} bytes has room`;
  throw new AppError('body_too_large', message);
}

const bytesOf = (text: string | null): number => (text === null ? 0 : Buffer.byteLength(text));
