import { AppError, notFound } from '#chassis/domain/errors.ts';
import { moveTo } from '#chassis/domain/lifecycle.ts';
import { advance, newRecord, type RecordState, timeAfter } from '#chassis/domain/record.ts';
import { refuseTooManyVersions } from '#chassis/domain/versions.ts';
import { versionMoves } from '#proto/product/v1/bom.contract.ts';
import { type BomVersion, refuseTooMuchText, type VersionStatus } from './bom-version.ts';

/** A bill of material of a style, without its lines (interface: Bill of material). */
export interface Bom extends RecordState {
  documentId: string;
  styleId: string;
  createdById: string | null;
  /** Oldest first; never empty. */
  versions: readonly BomVersion[];
  /** The status of the latest version. */
  status: VersionStatus;
}

/** The author of a move. */
export interface Actor {
  id: string;
  isAdmin: boolean;
}

interface Origin {
  id: string;
  orgId: string;
  documentId: string;
  versionId: string;
}

/** Creates a BOM with version 1, an empty draft (decisions 4: New BOM version). */
export function createBom(input: { styleId: string; createdById: string | null }, origin: Origin, now: Date): Bom {
  const { id, orgId, documentId, versionId } = origin;
  const first = newVersion({ id: versionId, documentId, number: 1 }, input.createdById, null, now);
  return { ...newRecord(id, orgId, now), documentId, ...input, versions: [first], status: first.status };
}

/** Changes the style. Only a BOM with one version in draft may change it. Errors: invalid_transition. */
export function moveToStyle(before: Bom, styleId: string, now: Date): Bom {
  if (styleId === before.styleId) return before;
  if (before.versions.length === 1 && before.status === 'draft') return { ...advance(before, now), styleId };
  const message = `BOM is ${before.status} in version ${before.versions.length}; its style can change only in the first draft`;
  throw new AppError('invalid_transition', message);
}

interface NewVersion {
  id: string;
  changeDescription: string;
  createdById: string | null;
}

/**
 * Adds a version in draft, whatever the status of the latest version. A latest version that is submitted becomes
 * withdrawn. Errors: conflict for too many versions; body_too_large for too much text in all versions.
 */
export function addVersion(before: Bom, { id, changeDescription, createdById }: NewVersion, now: Date): Bom {
  refuseTooManyVersions('BOM', before.versions.length);
  refuseTooMuchText(before.versions, changeDescription);
  const latest = latestOf(before);
  const earlier =
    latest.status === 'submitted'
      ? replaceVersion(before.versions, { ...touched(latest, now), status: versionMoves.withdraw.to })
      : before.versions;
  const ids = { id, documentId: before.documentId, number: before.versions.length + 1 };
  const added = newVersion(ids, createdById, changeDescription, now);
  const version = { ...added, lineItemCount: latest.lineItemCount };
  return { ...advance(before, now), versions: [...earlier, version], status: version.status };
}

/** Errors: invalid_transition unless the version is in draft or rejected (decisions 4: BOM version). */
export function checkLinesMayChange({ versionNumber, status }: BomVersion): void {
  if (status === 'draft' || status === 'rejected') return;
  const message = `BOM version ${versionNumber} is ${status}; its lines can change only in draft and rejected; allowed: ${NEW_VERSION}`;
  throw new AppError('invalid_transition', message);
}

/** The BOM after a change of a version's lines. `lineItemCount`: the new number of lines. */
export function touchLines(before: Bom, version: BomVersion, lineItemCount: number, now: Date): Bom {
  const versions = replaceVersion(before.versions, { ...touched(version, now), lineItemCount });
  return { ...advance(before, now), versions };
}

/** Errors: invalid_transition if the status does not allow the move. */
export function submitBom(before: Bom, actor: Actor, now: Date): Bom {
  const latest = move(before, 'submit', now);
  const outcome = { submittedAt: now, submittedById: actor.id, rejectedAt: null, rejectedById: null };
  return withLatest(before, { ...latest, ...outcome, rejectionReason: null }, now);
}

/**
 * Approves the latest version. The version that was approved before becomes superseded. Errors: invalid_transition,
 * insufficient_permissions.
 */
export function approveBom(before: Bom, actor: Actor, now: Date): Bom {
  const latest = move(before, 'approve', now);
  // Only an admin may approve a version that they submitted (decisions 4).
  if (latest.submittedById === actor.id && !actor.isAdmin) {
    const reason = 'the caller submitted this version; another user or an admin approves it';
    throw new AppError('insufficient_permissions', `Insufficient permissions: ${reason}`);
  }
  const approved = withLatest(before, { ...latest, approvedAt: now, approvedById: actor.id }, now);
  const earlier = approvedOf(before);
  if (!earlier) return approved;
  const superseded: BomVersion = { ...touched(earlier, now), status: versionMoves.supersede.to };
  return { ...approved, versions: replaceVersion(approved.versions, superseded) };
}

/** Errors: invalid_transition; body_too_large for too much text in all versions. */
export function rejectBom(before: Bom, actor: Actor, rejectionReason: string | null, now: Date): Bom {
  const latest = move(before, 'reject', now);
  refuseTooMuchText(before.versions, rejectionReason);
  return withLatest(before, { ...latest, rejectedAt: now, rejectedById: actor.id, rejectionReason }, now);
}

export const latestOf = ({ versions }: Bom): BomVersion => versions.at(-1) as BomVersion;

/** The approved version; undefined if there is none. At most one version is approved. */
export const approvedOf = ({ versions }: Bom): BomVersion | undefined =>
  versions.find(({ status }) => status === 'approved');

/** Finds a version by its number, id or documentId. Errors: not_found. */
export function versionOf({ versions }: Bom, key: string): BomVersion {
  const number = /^\d{1,9}$/.test(key) ? Number(key) : undefined;
  const found = versions.find(
    ({ versionNumber, id, documentId }) => versionNumber === number || id === key || documentId === key,
  );
  if (!found) throw notFound('BOM version');
  return found;
}

/** The move that is allowed in every status, for messages. */
const NEW_VERSION = 'a new version (POST …/versions)';

function move(before: Bom, name: keyof typeof versionMoves, now: Date): BomVersion {
  const latest = latestOf(before);
  return { ...touched(latest, now), status: moveTo('BOM', versionMoves, latest.status, name, [NEW_VERSION]) };
}

/** The version with a later `updatedAt`. Lists filter versions by `updated_since`, so the time never goes back. */
const touched = (version: BomVersion, now: Date): BomVersion => ({
  ...version,
  updatedAt: timeAfter(version.updatedAt, now),
});

const withLatest = (before: Bom, latest: BomVersion, now: Date): Bom => ({
  ...advance(before, now),
  versions: replaceVersion(before.versions, latest),
  status: latest.status,
});

const replaceVersion = (versions: readonly BomVersion[], version: BomVersion): BomVersion[] =>
  versions.with(version.versionNumber - 1, version);

interface VersionIds {
  id: string;
  /** The documentId of the BOM. */
  documentId: string;
  number: number;
}

function newVersion(
  { id, documentId, number }: VersionIds,
  createdById: string | null,
  changeDescription: string | null,
  now: Date,
): BomVersion {
  return {
    id,
    documentId: `${documentId}-V${number}`,
    versionNumber: number,
    changeDescription,
    createdAt: now,
    createdById,
    status: 'draft',
    submittedAt: null,
    submittedById: null,
    approvedAt: null,
    approvedById: null,
    rejectedAt: null,
    rejectedById: null,
    rejectionReason: null,
    lineItemCount: 0,
    updatedAt: now,
  };
}
