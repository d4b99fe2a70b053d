import type { Document } from 'bson';
import type { Deadline } from '../scheduling/deadline.ts';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
import { type Catalog, rangeOf } from '../storage/catalog.ts';
import type { Collection, Index } from '../storage/collection.ts';
import { duplicateKey } from '../storage/duplicate-key.ts';
import { entriesOf } from '../storage/index-entries.ts';
import type { Store } from '../storage/store.ts';
import { StoredDocument } from '../storage/stored-document.ts';
import { NOTHING, type Writer } from '../storage/writer.ts';
import { MongoError } from '../values/error.ts';

/** Number of documents that are indexed between two pauses. */
const CHUNK = 32;

/**
 * Builds the indexes that `lacking` returns for the collection, in one batch: reads continue, other writes wait. A
 * failed build leaves nothing.
 * @throws MongoError 26 if the collection does not exist, 11000 if a unique value occurs twice
 */
export async function buildIndexes(
  store: Store,
  catalog: Catalog,
  ns: string,
  lacking: (collection: Collection) => Document[],
  deadline: Deadline,
): Promise<{ before: number; made: Index[] }> {
  const there = catalog.get(ns);
  const work = function* (writer: Writer): Steps<{ before: number; made: Index[] }> {
    const collection = catalog.get(ns);
    if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);
    const before = collection.indexes.length + 1;
    const made = lacking(collection).map((spec) => catalog.addIndex(collection, spec, writer));
    if (made.length === 0) return { before, made };
    yield* fill(collection, made, deadline, writer);
    catalog.save(collection, writer);
    return { before, made };
  };
  const build = await store.writeInSteps(work, there && lacking(there).length === 0 ? 'keeps' : 'grows', false);
  for (const index of build.made) index.since = store.version;
  return build;
}

function* fill(collection: Collection, made: Index[], deadline: Deadline, writer: Writer): Steps<void> {
  const all = rangeOf(collection.ident);
  let reached: Buffer | undefined;
  for (;;) {
    const rest = reached ? { start: reached, end: all.end } : all;
    const records = [...writer.keys(rest, { limit: CHUNK, isBehind: reached !== undefined })];
    for (const key of records) {
      const stored = new StoredDocument(key.subarray(4), writer.get(key) as Buffer);
      for (const index of made) {
        deadline.check();
        addEntries(collection, index, stored, writer);
      }
      reached = key;
    }
    if (records.length < CHUNK) return;
    yield PAUSE;
  }
}

function addEntries(collection: Collection, index: Index, { document, id }: StoredDocument, writer: Writer): void {
  const { entries, multikey } = entriesOf(index, document, id);
  index.multikey ||= multikey;
  for (const { key, values } of entries) {
    const owner = index.unique ? writer.get(key) : undefined;
    if (owner && !owner.equals(id)) throw duplicateKey(collection, index.name, index.spec.key as Document, values);
    writer.put(key, index.unique ? id : NOTHING);
  }
}
