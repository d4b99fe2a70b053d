import { changedFields, MAX_ENVELOPE, type RecordEvent, recordEvent } from '#chassis/domain/record.ts';
import { leastBytes } from '#proto/product/v1/contract.ts';
import {
  type Actor,
  addVersion,
  approveBom,
  approvedOf,
  type Bom,
  checkLinesMayChange,
  latestOf,
  moveToStyle,
  rejectBom,
  submitBom,
  touchLines,
  versionOf,
} from './bom.ts';
import { type BomVersion, freezeCosts, type VersionContent } from './bom-version.ts';
import {
  type BomContext,
  type BomView,
  bomHead,
  latestBomView,
  type StyleSummary,
  versionOutline,
  versionView,
} from './bom-view.ts';
import { type BomComparison, compareVersions } from './comparison.ts';
import { copyLines, type LineItem } from './line-items.ts';

/** A BOM with the lines and facts that a change needs. */
export interface BomState {
  bom: Bom;
  /** The loaded lines, by version id: those of the latest version, and of the versions that the change needs. */
  contents: ReadonlyMap<string, VersionContent>;
  context: BomContext;
}

export interface BomChange {
  state: BomState;
  type: BomEvent['type'];
  comparison?: BomComparison;
}

type Verb = 'created' | 'version_created' | 'updated' | 'submitted' | 'approved' | 'rejected' | 'deleted';

interface Comparing {
  /** The differences from the approved version; only in bom.submitted. */
  extra?: { comparison: BomComparison };
}

type EventType = `bom.${Verb}`;

/** The data of an event have only the latest version (decisions 5: Envelope). */
export interface WholeBomEvent extends RecordEvent<EventType, BomView>, Comparing {}

/**
 * An event without lines, because the lines do not fit into an envelope. Its size is estimated before the lines are
 * encoded.
 */
interface BriefBomEvent extends RecordEvent<EventType, Pick<Bom, 'id' | 'documentId'>>, Comparing {
  truncated: true;
}

export type BomEvent = WholeBomEvent | BriefBomEvent;

interface NewVersion {
  id: string;
  changeDescription: string;
  createdById: string | null;
  /** Creates the ids of the version's lines. */
  newId: () => string;
}

/** A new BOM, with a first version without lines. */
export function newBomState(bom: Bom, context: BomContext): BomState {
  const { id } = latestOf(bom);
  const content: VersionContent = { id, bomId: bom.id, orgId: bom.orgId, lineItems: [], frozenRates: null };
  return { bom, contents: new Map([[id, content]]), context };
}

export function newVersionChange(before: BomState, { newId, ...version }: NewVersion, now: Date): BomChange {
  const bom = addVersion(before.bom, version, now);
  const latest = contentOf(before, latestOf(before.bom));
  const lineItems = copyLines(latest.lineItems, newId);
  const content: VersionContent = { ...latest, id: version.id, lineItems, frozenRates: null };
  return { state: withContent(before, bom, content), type: 'bom.version_created' };
}

/** A version whose lines may change, and its lines. */
interface OpenLines {
  version: BomVersion;
  lineItems: readonly LineItem[];
}

/** Errors: not_found if there is no such version; invalid_transition unless it is in draft or rejected. */
export function openLines(before: BomState, key: string): OpenLines {
  const version = versionOf(before.bom, key);
  checkLinesMayChange(version);
  return { version, lineItems: contentOf(before, version).lineItems };
}

/**
 * The change of a version's lines. If the list is the same object, nothing changes. `open`: the result of `openLines`.
 */
export function linesChange(before: BomState, open: OpenLines, lineItems: readonly LineItem[], now: Date): BomChange {
  const { version } = open;
  const content = contentOf(before, version);
  if (lineItems === open.lineItems) return { state: before, type: 'bom.updated' };
  const bom = touchLines(before.bom, version, lineItems.length, now);
  return { state: withContent(before, bom, { ...content, lineItems }), type: 'bom.updated' };
}

/** Errors: invalid_transition if the status does not allow the move. */
export function submitChange(before: BomState, actor: Actor, now: Date): BomChange {
  const today = before.context.rates;
  const bom = submitBom(before.bom, actor, now);
  const content = freezeCosts(contentOf(before, latestOf(before.bom)), today);
  const state = withContent(before, bom, content);
  const approved = approvedOf(bom);
  const against = approved && { version: approved, content: contentOf(before, approved) };
  const comparison = compareVersions(against, { version: latestOf(bom), content }, today);
  return { state, type: 'bom.submitted', comparison };
}

/**
 * Errors: invalid_transition if the status does not allow the move; insufficient_permissions if the caller submitted
 * the version and is no admin.
 */
export function approveChange(before: BomState, actor: Actor, now: Date): BomChange {
  return { state: { ...before, bom: approveBom(before.bom, actor, now) }, type: 'bom.approved' };
}

/** Errors: invalid_transition if the status does not allow the move. */
export function rejectChange(before: BomState, actor: Actor, reason: string | null, now: Date): BomChange {
  return { state: { ...before, bom: rejectBom(before.bom, actor, reason, now) }, type: 'bom.rejected' };
}

/** Errors: invalid_transition unless the BOM has one version in draft. */
export function styleChange(before: BomState, style: StyleSummary, now: Date): BomChange {
  const bom = moveToStyle(before.bom, style.id, now);
  return { state: { ...before, bom, context: { ...before.context, style } }, type: 'bom.updated' };
}

/** The event of the change. */
export function changeEvent(before: BomState, { state, type, comparison }: BomChange): BomEvent {
  const changed = changedVersions(before, state);
  const contents = [contentOf(state, latestOf(state.bom)), ...changed.map((version) => contentOf(before, version))];
  const isSaid = state.bom !== before.bom;
  const event =
    isSaid && tooLarge(contents)
      ? briefEvent(type, state.bom)
      : { ...wholeEvent(type, state), previous: previousOf(before, state, changed) };
  return comparison ? { ...event, extra: { comparison } } : event;
}

/** The earlier values for the event. `changed`: the versions whose earlier state is included. */
function previousOf(before: BomState, after: BomState, changed: BomVersion[]): Partial<BomView> {
  const { style, rates } = before.context;
  const head = changedFields<Partial<BomView>>(bomHead(before.bom, style), bomHead(after.bom, after.context.style));
  if (changed.length === 0) return head;
  const versions = changed.map((version) => versionView(versionOutline(version), contentOf(before, version), rates));
  return { ...head, versions };
}

/**
 * The earlier versions that the event includes: those that the change modified, and the former latest version if there
 * is a newer one, because an event has the lines of the latest version only. Compares object identity, because a
 * comparison of 2,000 lines as text would be slow.
 */
function changedVersions({ bom, contents }: BomState, after: BomState): BomVersion[] {
  return bom.versions.filter((version, index) => {
    const content = contents.get(version.id);
    const isKept = version === after.bom.versions[index] && content === after.contents.get(version.id);
    const isTold = (version === latestOf(bom)) === (index === after.bom.versions.length - 1);
    return content && !(isKept && isTold);
  });
}

/** Minimum bytes of a line in an envelope. */
const MIN_LINE_BYTES = 400;

/** Whether the lines surely do not fit into an envelope. An envelope has each line twice: alone, and in its group. */
function tooLarge(told: readonly VersionContent[]): boolean {
  const least = told.map(({ lineItems }) => Math.max(lineItems.length * MIN_LINE_BYTES, leastBytes(lineItems)));
  return 2 * least.reduce((sum, bytes) => sum + bytes, 0) > MAX_ENVELOPE;
}

const wholeEvent = (type: BomEvent['type'], { bom, contents, context }: BomState): WholeBomEvent =>
  recordEvent(type, bom, latestBomView(bom, contentOf({ contents }, latestOf(bom)), context));

const briefEvent = (type: BomEvent['type'], bom: Bom): BriefBomEvent => ({
  ...recordEvent(type, bom, { id: bom.id, documentId: bom.documentId }),
  truncated: true,
});

export const createdEvent = (state: BomState): WholeBomEvent => wholeEvent('bom.created', state);

export function deletedEvent(before: BomState): BomEvent {
  const bom = { ...before.bom, revision: before.bom.revision + 1 };
  if (tooLarge([contentOf(before, latestOf(bom))])) return briefEvent('bom.deleted', bom);
  return wholeEvent('bom.deleted', { ...before, bom });
}

export function contentOf({ contents }: Pick<BomState, 'contents'>, { id }: BomVersion): VersionContent {
  const content = contents.get(id);
  if (!content) throw new Error(`The lines of version ${id} were not loaded`);
  return content;
}

const withContent = (before: BomState, bom: Bom, content: VersionContent): BomState => ({
  ...before,
  bom,
  contents: new Map(before.contents).set(content.id, content),
});
