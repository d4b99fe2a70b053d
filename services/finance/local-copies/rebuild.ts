import { setTimeout as delay } from 'node:timers/promises';
import type { CallContext } from '#chassis/rpc/context.ts';
import type { CallOptions } from '#chassis/rpc/grpc-client.ts';
import type { CopyKind } from './domain/copy.ts';
import { type Drift, driftOf, NO_DRIFT } from './domain/drift.ts';
import { type CopyKey, LAST_REVISION } from './domain/snapshot.ts';
import { answersTo, type Known, type Owner } from './owner.ts';
import type { CopyRepository } from './repository.ts';
import type { HeldRecords, StoredCopies } from './stored-copies-repository.ts';

export type DriftByKind = Record<CopyKind, Drift>;

interface RebuildParts {
  owner: Owner;
  stored: StoredCopies;
  copies: Pick<CopyRepository, 'apply'>;
}

/** A record whose copy differs, and the difference. */
interface Difference {
  key: CopyKey;
  as: keyof Drift;
  /** Product's revision when it was asked. For a record that product no longer has: finance's revision. */
  revision: number;
  /** The snapshot that mends it. */
  mend: Parameters<CopyRepository['apply']>[0][number];
}

export const KINDS: readonly CopyKind[] = ['client', 'supplier', 'style', 'material', 'bom'];
/** Differences that are looked at again together. */
const AT_ONCE = 10_000;

/**
 * Compares all copies with all of product's records, and counts what differs. What an event on its way will mend is no drift:
 * what differs is looked at again after `settleMs`. Errors: upstream_unavailable.
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
    if (open.length >= AT_ONCE) await settle();
  }
  await settle();
  return drift;
}

/**
 * Makes the copies what product's records are, while events come and go: never an older revision of a newer one. Returns what
 * was mended. Errors: upstream_unavailable; what was mended by then stays so, and the next run does the rest.
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
    // Other words at the same revision: no event will come to mend them.
    const from = held[index]?.revision === revision ? Number.POSITIVE_INFINITY : revision;
    return as ? [{ key, as, revision: from, mend: snapshot }] : [];
  });
}

/** Every copy came from product. A record that product does not have when it is asked afterwards is gone. */
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

/** Nobody asks for it: the service looks after what is its own. Of all orgs, or of one. */
function ownCall(orgId = 'all'): CallOptions {
  const context: CallContext = {
    requestId: crypto.randomUUID(),
    principal: { kind: 'user', id: 'finance', orgId, role: 'admin' },
  };
  return { context };
}
