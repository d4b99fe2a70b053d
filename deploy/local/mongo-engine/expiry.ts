import { QueryRun } from './queries/query.ts';
import { Deadline } from './scheduling/deadline.ts';
import { PAUSE, type Pause } from './scheduling/scheduler.ts';
import type { Catalog } from './storage/catalog.ts';
import type { Collection, Index } from './storage/collection.ts';
import type { Store } from './storage/store.ts';
import type { StoredDocument } from './storage/stored-document.ts';
import type { Writer } from './storage/writer.ts';
import { ClaimHeld, type Claims } from './transactions/claims.ts';
import { DirectWrites } from './transactions/direct-writes.ts';
import type { Source } from './transactions/source.ts';
import { MongoError } from './values/error.ts';

/** Maximum number of documents in a batch, and their maximum bytes. */
const BATCH = 100;
const MAX_BYTES = 16 * 1024 * 1024;
/** Milliseconds after which a batch removes no further document, so that clients need not wait. */
const SLICE = 5;

/** The parts of an engine that a removal needs. */
interface Expiring {
  store: Store;
  catalog: Catalog;
  claims: Claims;
}

/** Removes the documents that have expired by a TTL index (`expireAfterSeconds`). */
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
  const query = { filter, limit: BATCH, hint: index.spec.key };
  const runOn = (source: Source) => new QueryRun(collection, query, source, new Deadline(undefined));
  // This ends the iteration. An open iteration would hold a reader of the store until it is garbage collected.
  const [first] = runOn({ reader: engine.store.latest, version: engine.store.version }).documents();
  if (!first) return;
  /** @returns true if there may be more documents that can be removed */
  const removeSome = (writer: Writer): boolean => {
    if (engine.catalog.get(collection.ns) !== collection || !collection.indexes.includes(index)) return false;
    const target = new DirectWrites(writer, engine.catalog, engine.claims);
    const run = runOn(target);
    const ids = idsOf(run.documents());
    const end = performance.now() + SLICE;
    let removed = 0;
    for (const id of ids) {
      const stored = run.current(id);
      if (stored && remove(target, collection, stored)) removed++;
      if (performance.now() >= end) break;
    }
    return removed > 0;
  };
  while (await engine.store.write(removeSome, 'frees'));
}

/** Keeps only the ids: all documents, decoded, may be more than memory holds. */
function idsOf(documents: Iterable<StoredDocument | Pause>): Buffer[] {
  const ids: Buffer[] = [];
  let size = 0;
  for (const stored of documents) {
    if (stored === PAUSE) continue;
    ids.push(stored.id);
    size += stored.bytes.length;
    if (size > MAX_BYTES) break;
  }
  return ids;
}

/**
 * Returns false if a transaction has claimed the document, or if there is no memory for it now. The next sweep removes
 * it.
 */
function remove(target: DirectWrites, collection: Collection, before: StoredDocument): boolean {
  try {
    target.apply(collection, { before });
    return true;
  } catch (error) {
    if (error instanceof ClaimHeld || (error instanceof MongoError && error.code === 146)) return false;
    throw error;
  }
}
