import { setTimeout as delay } from 'node:timers/promises';
import { type CopyKind, isRecord, RECORD_KINDS } from './domain/copy.ts';
import { type Drift, driftOf, NO_DRIFT } from './domain/drift.ts';
import { type CopyKey, LAST_REVISION } from './domain/snapshot.ts';
import { answersTo, type Known, type Owner, ownCall } from './owner.ts';
import type { CopyRepository } from './repository.ts';
import type { HeldRecords, StoredCopies } from './stored-copies-repository.ts';

export type DriftByKind = Record<CopyKind, Drift>;

interface RebuildParts {
  owner: Owner;
  stored: StoredCopies;
  copies: Pick<CopyRepository, 'apply'>;
}

/** A record whose copy differs from product. */
interface Difference {
  key: CopyKey;
  as: keyof Drift;
  /** product's revision when it was read. For a record that product no longer has: the revision of the copy. */
  revision: number;
  /** The snapshot that repairs the copy. */
  mend: Parameters<CopyRepository['apply']>[0][number];
}

export const KINDS: readonly CopyKind[] = [...RECORD_KINDS, 'kit', 'recipe'];
/** Maximum number of differences that are collected before they are checked again. */
const MAX_OPEN = 10_000;

/**
 * Compares all copies with product's records, and counts the differences. Each difference is checked again after
 * `settleMs` milliseconds, because an event that is still on its way may remove it. Errors: upstream_unavailable.
 */
export async function checkCopies(
  { owner, stored }: Omit<RebuildParts, 'copies'>,
  settleMs: number,
): Promise<DriftByKind> {
  const drift = noDrift();
  let open: Difference[] = [];
  const settle = async () => {
    if (open.length > 0) await delay(settleMs);
    const held = await stored.held(open.map(({ key }) => key));
    const stays = open.filter(({ as, revision }, index) => isStillOpen(as, revision, held[index]));
    for (const difference of stays) drift[difference.key.kind][difference.as] += 1;
    open = [];
  };
  for await (const differences of differencesOf(owner, stored)) {
    open.push(...differences);
    if (open.length >= MAX_OPEN) await settle();
  }
  await settle();
  return drift;
}

/**
 * Makes all copies equal to product's records. Events may arrive at the same time: a newer revision is never replaced
 * by an older one. Returns the numbers of repaired copies. Errors: upstream_unavailable; copies that were repaired
 * before stay repaired, and the next run repairs the others.
 */
export async function rebuildCopies({ owner, stored, copies }: RebuildParts): Promise<DriftByKind> {
  const drift = noDrift();
  for await (const differences of differencesOf(owner, stored)) {
    if (differences.length > 0) await copies.apply(differences.map(({ mend }) => mend));
    for (const { key, as } of differences) drift[key.kind][as] += 1;
  }
  return drift;
}

async function* differencesOf(owner: Owner, stored: StoredCopies): AsyncIterable<Difference[]> {
  for (const kind of KINDS) {
    for await (const snapshots of pagesOf(owner, kind)) yield changed(snapshots, await stored.compared(snapshots));
  }
  for await (const part of stored.walk()) yield await superfluous(owner, part);
}

async function* pagesOf(owner: Owner, kind: CopyKind): AsyncIterable<Known[]> {
  let after: string | undefined;
  do {
    const { snapshots, next } = await owner.list(kind, after, ownCall());
    yield snapshots;
    after = next;
  } while (after !== undefined);
}

function changed(snapshots: Known[], held: Awaited<ReturnType<StoredCopies['compared']>>): Difference[] {
  return snapshots.flatMap((snapshot, index) => {
    const { key, revision } = snapshot;
    const as = driftOf(revision, held[index]);
    // A part of a record is copied when it is first read.
    if (as === 'missing' && !isRecord(key.kind)) return [];
    // A difference at the same revision: no event will repair it.
    const from = held[index]?.revision === revision ? Number.POSITIVE_INFINITY : revision;
    return as ? [{ key, as, revision: from, mend: snapshot }] : [];
  });
}

/**
 * Finds copies of records that product no longer has. Every copy came from product, so a record that product does not
 * return was deleted.
 */
async function superfluous(owner: Owner, { orgId, kind, revisions }: HeldRecords): Promise<Difference[]> {
  const gone = new Map(revisions);
  const asking = (ids: readonly string[]) => owner.get(kind, ids, ownCall(orgId));
  for await (const { snapshots } of answersTo([...revisions.keys()], asking)) {
    for (const { key } of snapshots) gone.delete(key.id);
  }
  return [...gone].map(([id, revision]) => {
    const key = { orgId, kind, id };
    return { key, as: 'superfluous', revision, mend: { key, revision: LAST_REVISION, is: 'deleted' } };
  });
}

function isStillOpen(
  as: keyof Drift,
  revision: number,
  held: Awaited<ReturnType<StoredCopies['held']>>[number],
): boolean {
  if (as === 'missing') return held === undefined;
  if (!held || held.isDeleted) return false;
  return as === 'superfluous' || held.revision < revision;
}

const noDrift = (): DriftByKind =>
  Object.fromEntries(KINDS.map((kind) => [kind, { ...NO_DRIFT }])) as unknown as DriftByKind;
