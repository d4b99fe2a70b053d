import type { Document } from 'bson';
import type { Catalog } from './catalog.ts';
import type { Collection, Index } from './collection.ts';
import { duplicateKey } from './duplicate-key.ts';
import { type Entry, entriesOf } from './index-entries.ts';
import type { Writer } from './store.ts';
import type { StoredDocument } from './stored-document.ts';

/** A document before and after a write: without `before` an insert, without `after` a removal. */
export interface Change {
  before?: StoredDocument | undefined;
  after?: StoredDocument | undefined;
}

interface IndexChange {
  index: Index;
  removed: Entry[];
  added: Entry[];
  multikey: boolean;
}

/** A change with every key that it removes and adds. */
export interface PlannedChange extends Change {
  collection: Collection;
  /** The indexes that it was planned for. */
  planned: readonly Index[];
  id: Buffer;
  record: Buffer;
  indexes: IndexChange[];
}

export function planChange(collection: Collection, { before, after }: Change): PlannedChange {
  const id = (after ?? before)?.id as Buffer;
  const indexes = collection.indexes.map((index) => indexChange(index, before, after));
  return { collection, planned: collection.indexes, before, after, id, record: recordOf(collection, id), indexes };
}

export function recordOf(collection: Collection, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(4 + id.length);
  key.writeUInt32BE(collection.ident);
  key.set(id, 4);
  return key;
}

function indexChange(index: Index, before?: StoredDocument, after?: StoredDocument): IndexChange {
  const old = before ? entriesOf(index, before.document, before.id).entries : [];
  const { entries, multikey } = after ? entriesOf(index, after.document, after.id) : { entries: [], multikey: false };
  if (old.length === 0) return { index, removed: old, added: entries, multikey };
  const removed = old.filter(({ key }) => !entries.some((entry) => entry.key.equals(key)));
  const added = entries.filter(({ key }) => !old.some((entry) => entry.key.equals(key)));
  return { index, removed, added, multikey };
}

/** The keys whose holder alone may change them: the document's, and every unique key that it leaves or takes. */
export function claimKeys(change: PlannedChange): string[] {
  const keys = [change.record.toString('latin1')];
  for (const { index, removed, added } of change.indexes) {
    if (!index.unique) continue;
    for (const { key } of removed) keys.push(key.toString('latin1'));
    for (const { key } of added) keys.push(key.toString('latin1'));
  }
  return keys;
}

/** @throws MongoError 11000 when `owner` finds another document under one of the change's new keys */
export function checkUnique(change: PlannedChange, owner: (key: Buffer) => Buffer | undefined): void {
  const { collection, before, after, id } = change;
  if (after && !before && owner(change.record)) {
    throw duplicateKey(collection, '_id_', { _id: 1 }, [after.document._id]);
  }
  for (const { index, added } of change.indexes) {
    if (!index.unique) continue;
    for (const { key, values } of added) {
      const other = owner(key);
      if (other && !other.equals(id)) throw duplicateKey(collection, index.name, index.spec.key as Document, values);
    }
  }
}

const NOTHING = Buffer.alloc(0);

/** Writes a change that has been checked. */
export function applyChange(change: PlannedChange, writer: Writer, catalog: Catalog): void {
  const { collection, before, after, id, record } = change;
  if (after) writer.put(record, after.bytes);
  else writer.remove(record);
  writer.touched.push(...claimKeys(change));
  for (const { index, removed, added, multikey } of change.indexes) {
    for (const { key } of removed) if (isOwn(index, key, id, writer)) writer.remove(key);
    for (const { key } of added) writer.put(key, index.unique ? id : NOTHING);
    if (multikey && !index.multikey) {
      index.multikey = true;
      writer.onRevert(() => {
        index.multikey = false;
      });
      catalog.save(collection, writer);
    }
  }
  if (!before) catalog.addToCount(collection, 1, writer);
  if (!after) catalog.addToCount(collection, -1, writer);
}

/** Another change of the same transaction, made before, may have taken the unique key that this one leaves. */
function isOwn({ unique }: Index, key: Buffer, id: Buffer, writer: Writer): boolean {
  return !unique || writer.get(key)?.equals(id) === true;
}
