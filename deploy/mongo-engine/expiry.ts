import { QueryRun } from './queries/query.ts';
import { Deadline } from './scheduling/deadline.ts';
import type { Catalog } from './storage/catalog.ts';
import type { Collection, Index } from './storage/collection.ts';
import type { Store } from './storage/store.ts';
import type { StoredDocument } from './storage/stored-document.ts';
import { ClaimHeld, type Claims } from './transactions/claims.ts';
import { DirectWrites } from './transactions/direct-writes.ts';
import type { LatestSource } from './transactions/source.ts';

/** One batch removes no more, so that writes of clients are not held up. */
const BATCH = 100;

/** What an engine has of what is removed. */
interface Expiring {
  store: Store;
  catalog: Catalog;
  claims: Claims;
  latest: LatestSource;
}

/** Removes the documents whose TTL index (`expireAfterSeconds`) says that their time is over. */
export async function removeExpired(engine: Expiring, now: number): Promise<void> {
  for (const collection of [...engine.catalog.all()]) {
    for (const index of collection.indexes) {
      if (index.expireAfter !== undefined) await expire(engine, collection, index, now - index.expireAfter * 1000);
    }
  }
}

async function expire(engine: Expiring, collection: Collection, index: Index, before: number): Promise<void> {
  const expired = { [index.paths[0] as string]: { $lt: new Date(before) } };
  const filter = index.partialFilter ? { $and: [index.partialFilter, expired] } : expired;
  const query = { filter, limit: BATCH, hint: index.name };
  if (new QueryRun(collection, query, engine.latest, new Deadline(undefined)).documents().next().done) return;
  for (let removed = BATCH; removed === BATCH; ) {
    removed = await engine.store.write((writer) => {
      if (engine.catalog.get(collection.ns) !== collection || !collection.indexes.includes(index)) return 0;
      const target = new DirectWrites(writer, engine.catalog, engine.claims);
      const found = [...new QueryRun(collection, query, target, new Deadline(undefined)).documents()];
      return found.filter((document) => remove(target, collection, document)).length;
    }, 'frees');
  }
}

/** A document that a transaction holds is left for the next round. */
function remove(target: DirectWrites, collection: Collection, before: StoredDocument): boolean {
  try {
    target.apply(collection, [{ before }]);
    return true;
  } catch (error) {
    if (error instanceof ClaimHeld) return false;
    throw error;
  }
}
