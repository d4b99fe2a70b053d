import { changedFields, type RecordEvent, recordEvent } from '#chassis/record.ts';
import type { Rates } from '../exchange-rates/exchange-rates.ts';
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
} from './bom.ts';
import { type BomVersion, freezeCosts, type VersionContent } from './bom-version.ts';
import {
  type BomView,
  latestBomView,
  type Surroundings,
  type VersionView,
  versionOutline,
  versionView,
} from './bom-view.ts';
import { type BomComparison, compareVersions } from './comparison.ts';
import type { LineItem } from './line-item.ts';
import { copyLines } from './line-items.ts';

/** A BOM with the lines of those versions that a change is about: the latest's always. By the version's id. */
export interface BomState {
  bom: Bom;
  contents: ReadonlyMap<string, VersionContent>;
}

export interface BomChange {
  state: BomState;
  type: BomEvent['type'];
  comparison?: BomComparison;
}

type Verb = 'created' | 'version_created' | 'updated' | 'submitted' | 'approved' | 'rejected' | 'deleted';

/** The data hold the latest version only (decisions 5: Envelope). */
export interface BomEvent extends RecordEvent<`bom.${Verb}`, BomView> {
  /** Of bom.submitted: what differs from the version approved before. */
  comparison?: BomComparison;
}

interface NewVersion {
  id: string;
  changeDescription: string;
  createdById: string | null;
  /** Makes the ids of its lines. */
  newId: () => string;
}

/** A new BOM with the empty content of its first version. */
export function newBomState(bom: Bom): BomState {
  const { id } = latestOf(bom);
  const content: VersionContent = { id, bomId: bom.id, orgId: bom.orgId, lineItems: [], frozenRates: null };
  return { bom, contents: new Map([[id, content]]) };
}

export function newVersionChange(before: BomState, { newId, ...version }: NewVersion, now: Date): BomChange {
  const bom = addVersion(before.bom, version, now);
  const latest = contentOf(before, latestOf(before.bom));
  const lineItems = copyLines(latest.lineItems, newId);
  const content: VersionContent = { ...latest, id: version.id, lineItems, frozenRates: null };
  return { state: withContent(before, bom, content), type: 'bom.version_created' };
}

/** Nothing at all when the lines stay the same list. Errors: invalid_transition, and what `edit` throws. */
export function linesChange(
  before: BomState,
  version: BomVersion,
  edit: (lines: readonly LineItem[]) => readonly LineItem[],
  now: Date,
): BomChange {
  const content = contentOf(before, version);
  checkLinesMayChange(version);
  const lineItems = edit(content.lineItems);
  if (lineItems === content.lineItems) return { state: before, type: 'bom.updated' };
  const bom = touchLines(before.bom, version, lineItems.length, now);
  return { state: withContent(before, bom, { ...content, lineItems }), type: 'bom.updated' };
}

/** Errors: invalid_transition. */
export function submitChange(before: BomState, actor: Actor, today: Rates, now: Date): BomChange {
  const bom = submitBom(before.bom, actor, now);
  const content = freezeCosts(contentOf(before, latestOf(before.bom)), today);
  const state = withContent(before, bom, content);
  const approved = approvedOf(bom);
  const against = approved && { version: approved, content: contentOf(before, approved) };
  const comparison = compareVersions(against, { version: latestOf(bom), content }, today);
  return { state, type: 'bom.submitted', comparison };
}

/** Errors: invalid_transition, insufficient_permissions. */
export function approveChange(before: BomState, actor: Actor, now: Date): BomChange {
  return { state: { ...before, bom: approveBom(before.bom, actor, now) }, type: 'bom.approved' };
}

/** Errors: invalid_transition. */
export function rejectChange(before: BomState, actor: Actor, reason: string | null, now: Date): BomChange {
  return { state: { ...before, bom: rejectBom(before.bom, actor, reason, now) }, type: 'bom.rejected' };
}

/** Errors: invalid_transition. */
export function styleChange(before: BomState, styleId: string, now: Date): BomChange {
  return { state: { ...before, bom: moveToStyle(before.bom, styleId, now) }, type: 'bom.updated' };
}

/** What the change tells the world. `earlier`: what the BOM was shown with before. */
export function changeEvent(
  before: BomState,
  change: BomChange,
  around: Surroundings,
  earlier: Surroundings = around,
): BomEvent {
  const { state, type, comparison } = change;
  const data = latestView(state, around);
  const { versions: _, ...head } = data;
  const { versions: _before, ...headBefore } = latestView(before, earlier);
  const versions = changedVersions(before, state, earlier);
  const previous = { ...changedFields<Partial<BomView>>(headBefore, head), ...(versions.length > 0 && { versions }) };
  const event = { ...recordEvent(type, state.bom, data), previous };
  return comparison ? { ...event, comparison } : event;
}

/**
 * The versions that a change has touched or is no longer told with, as they were: also one that is not the latest. Told
 * apart by identity: to compare 2,000 lines as text would cost more than all else.
 */
function changedVersions({ bom, contents }: BomState, after: BomState, { rates }: Surroundings): VersionView[] {
  return bom.versions.flatMap((version, index) => {
    const content = contents.get(version.id);
    const isKept = version === after.bom.versions[index] && content === after.contents.get(version.id);
    const isTold = (version === latestOf(bom)) === (index === after.bom.versions.length - 1);
    return !content || (isKept && isTold) ? [] : [versionView(versionOutline(version), content, rates)];
  });
}

export const createdEvent = (state: BomState, around: Surroundings): BomEvent =>
  recordEvent('bom.created', state.bom, latestView(state, around));

export const deletedEvent = (state: BomState, around: Surroundings): BomEvent =>
  recordEvent('bom.deleted', { ...state.bom, revision: state.bom.revision + 1 }, latestView(state, around));

export function contentOf({ contents }: BomState, { id }: BomVersion): VersionContent {
  const content = contents.get(id);
  if (!content) throw new Error(`The lines of version ${id} were not loaded`);
  return content;
}

const withContent = ({ contents }: BomState, bom: Bom, content: VersionContent): BomState => ({
  bom,
  contents: new Map(contents).set(content.id, content),
});

const latestView = (state: BomState, around: Surroundings): BomView =>
  latestBomView(state.bom, contentOf(state, latestOf(state.bom)), around);
