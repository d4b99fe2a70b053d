import type { AskOwner } from '#chassis/unit-of-work/write.ts';
import type { CopyKind } from './domain/copy.ts';
import { LAST_REVISION, type Snapshot } from './domain/snapshot.ts';
import { answersTo, type Owner } from './owner.ts';
import type { CopyReader } from './reader-repository.ts';
import type { CopyRepository } from './repository.ts';

interface Parts {
  owner: Pick<Owner, 'get'>;
  reader: Pick<CopyReader, 'skus'>;
  copies: Pick<CopyRepository, 'apply'>;
}

/** Milliseconds that are left for the reply: the rpc to product ends this much before the caller's deadline. */
const REPLY_MARGIN = 250;

/**
 * Reads records from product that product was deleting, and stores the result in the copies. A write that refers to
 * such a record is retried before the event of the deletion arrives. Errors: upstream_unavailable when product cannot
 * be reached.
 */
export function askProduct({ owner, reader, copies }: Parts): AskOwner {
  return async ({ targets }, { context, traceparent, deadline }) => {
    const orgId = context.principal?.orgId ?? '';
    const options = { context, traceparent, deadline: deadline - REPLY_MARGIN };
    for (const [kind, ids] of await recordsOf(targets, orgId)) {
      const gone = new Set(ids);
      for await (const { snapshots } of answersTo([...ids], (some) => owner.get(kind, some, options))) {
        if (snapshots.length > 0) await copies.apply(snapshots, deadline);
        for (const { key } of snapshots) gone.delete(key.id);
      }
      const deleted = [...gone].map(
        (id): Snapshot => ({ key: { orgId, kind, id }, revision: LAST_REVISION, is: 'deleted' }),
      );
      if (deleted.length > 0) await copies.apply(deleted, deadline);
    }
  };

  /** The ids of the copied records, by kind. A SKU is replaced by its style. */
  async function recordsOf(targets: readonly string[], orgId: string): Promise<Map<CopyKind, Set<string>>> {
    const records = new Map<CopyKind, Set<string>>();
    const add = (kind: CopyKind, id: string) => records.set(kind, (records.get(kind) ?? new Set()).add(id));
    const named = targets.map((target) => target.split(':') as [CopyKind | 'sku', string]);
    const skus = named.flatMap(([kind, id]) => (kind === 'sku' ? [id] : []));
    for (const [kind, id] of named) if (kind !== 'sku') add(kind, id);
    for (const { style } of (await reader.skus({ orgId }, skus)).values()) add('style', style.id);
    return records;
  }
}
