import type { Document } from 'bson';
import { PAUSE, type Steps } from '../scheduling/scheduler.ts';
import type { Catalog } from './catalog.ts';
import type { Collection, Index } from './collection.ts';
import { duplicateKey } from './duplicate-key.ts';
import { type Entry, entriesOf, storedEntriesOf } from './index-entries.ts';
import { type KeyChange, packKeys, unpackKeys } from './key-changes.ts';
import type { StoredDocument } from './stored-document.ts';
import { NOTHING, type Writer } from './writer.ts';

/** A document before and after a write. An insert has no `before`, a removal has no `after`. */
export interface Change {
  before?: StoredDocument | undefined;
  after?: StoredDocument | undefined;
}

/** A change with all keys that it removes and adds. */
export interface PlannedChange extends Change {
  collection: Collection;
  /** The indexes of the collection when the change was planned. */
  planned: readonly Index[];
  id: Buffer;
  record: Buffer;
  indexes: KeyChange[];
  claims: Claim[];
}

/** A planned change, in the form that a transaction holds until its commit. */
export interface KeptChange extends Change {
  collection: Collection;
  planned: readonly Index[];
  record: Buffer;
  /** The packed keys (`packKeys`). */
  keys: Buffer;
}

/**
 * A key that only one open transaction may change: the key of the document, or a unique entry that the change removes
 * or adds.
 */
export interface Claim {
  key: Buffer;
  text: string;
  /** Owner of the key after the change; undefined: none. */
  owner: Buffer | undefined;
  /** The index of the key; undefined: it is the key of the document. */
  index?: Index;
  /** The values of the key, for the text of an error. */
  values?: unknown[];
}

export function planChange(collection: Collection, { before, after }: Change): PlannedChange {
  const id = (after ?? before)?.id as Buffer;
  const record = recordOf(collection, id);
  const claims: Claim[] = [{ key: record, text: record.toString('latin1'), owner: after && id }];
  const indexes = collection.indexes.map((index) => {
    const { removed, added, multikey } = entryChange(index, before, after);
    if (index.unique) {
      for (const { key } of removed) claims.push({ key, text: key.toString('latin1'), owner: undefined, index });
      for (const { key, values } of added) claims.push({ key, text: key.toString('latin1'), owner: id, index, values });
    }
    return { index, removed: removed.map(keyOf), added: added.map(keyOf), multikey };
  });
  return { collection, planned: collection.indexes, before, after, id, record, indexes, claims };
}

export function recordOf(collection: Collection, id: Buffer): Buffer {
  const key = Buffer.allocUnsafe(4 + id.length);
  key.writeUInt32BE(collection.ident);
  key.set(id, 4);
  return key;
}

/** The id in a key that `recordOf` has made. */
const idOf = (record: Buffer): Buffer => record.subarray(4);

function entryChange(index: Index, before?: StoredDocument, after?: StoredDocument) {
  const old = before ? storedEntriesOf(index, before.document, before.id) : [];
  const { entries, multikey } = after ? entriesOf(index, after.document, after.id) : { entries: [], multikey: false };
  return { removed: without(old, entries, keyOf), added: without(entries, old, keyOf), multikey };
}

const keyOf = ({ key }: Entry): Buffer => key;
const itself = (key: Buffer): Buffer => key;

function without<T>(items: T[], others: T[], keyOf: (item: T) => Buffer): T[] {
  const [only] = others;
  if (!only || items.length === 0) return items;
  // The usual case, which needs no set.
  if (others.length === 1) return items.filter((item) => !keyOf(item).equals(keyOf(only)));
  const keys = new Set(others.map((item) => keyOf(item).toString('latin1')));
  return items.filter((item) => !keys.has(keyOf(item).toString('latin1')));
}

export function keepChange({ collection, planned, before, after, record, indexes }: PlannedChange): KeptChange {
  return { collection, planned, before, after, record, keys: packKeys(indexes) };
}

/**
 * Joins two successive changes of one document. The result is the change from the document before the first to the
 * document after the second. If both were planned for the same indexes, no document is decoded.
 */
export function joinChanges(first: KeptChange, second: PlannedChange): KeptChange {
  const { before } = first;
  if (first.planned !== second.planned)
    return keepChange(planChange(second.collection, { before, after: second.after }));
  const earlier = unpackKeys(first.keys, first.planned);
  const indexes = second.indexes.map((later, at) => joinKeyChanges(earlier[at] as KeyChange, later));
  return keepChange({ ...second, before, indexes });
}

/** A key that one of the changes adds and the other removes is unchanged. */
function joinKeyChanges(first: KeyChange, { index, removed, added, multikey }: KeyChange): KeyChange {
  return {
    index,
    removed: [...without(first.removed, added, itself), ...without(removed, first.added, itself)],
    added: [...without(first.added, removed, itself), ...without(added, first.removed, itself)],
    multikey,
  };
}

/** @throws MongoError 11000 if `ownerOf` returns another document for a new key of the change */
export function checkUnique(change: PlannedChange, ownerOf: (claim: Claim) => Buffer | undefined): void {
  const { collection, before, after, id } = change;
  for (const claim of change.claims) {
    const { owner, index, values = [] } = claim;
    if (!owner || (before && !index)) continue;
    const other = ownerOf(claim);
    if (!other) continue;
    if (!index) throw duplicateKey(collection, '_id_', { _id: 1 }, [after?.document._id]);
    if (!other.equals(id)) throw duplicateKey(collection, index.name, index.spec.key as Document, values);
  }
}

/** Writes a checked change. */
export function applyChange(change: PlannedChange, writer: Writer, catalog: Catalog): void {
  applyToRecord(change, writer);
  catalog.addToCount(change.collection, countOf(change), writer);
  applyToIndexes(change.collection, idOf(change.record), change.indexes, writer, catalog);
}

/** Writes many checked changes, with pauses. Updates the counts at the end. */
export function* applyChanges(changes: KeptChange[], writer: Writer, catalog: Catalog): Steps<void> {
  const counts = new Map<Collection, number>();
  for (const change of changes) {
    applyToRecord(change, writer);
    counts.set(change.collection, (counts.get(change.collection) ?? 0) + countOf(change));
    yield PAUSE;
  }
  for (const { collection, record, keys, planned } of spread(changes)) {
    applyToIndexes(collection, idOf(record), unpackKeys(keys, planned), writer, catalog);
    yield PAUSE;
  }
  for (const [collection, count] of counts) catalog.addToCount(collection, count, writer);
}

/** Number of documents that the change adds. */
const countOf = ({ before, after }: Change): number => Number(!before) - Number(!after);

/**
 * Puts five of every nine changes first, and the four between them last. When keys rise or fall, LMDB splits a full
 * page into halves, and each half stays half empty. The four later keys fill the pages to nine tenths. Keys of
 * documents do not need this: few fit into a page, and LMDB fills their pages.
 */
function spread<T>(changes: T[]): T[] {
  const isFirst = (_: T, index: number) => (index * 5) % 9 < 5;
  return [...changes.filter(isFirst), ...changes.filter((change, index) => !isFirst(change, index))];
}

function applyToRecord({ before, after, record }: PlannedChange | KeptChange, writer: Writer): void {
  const stored = before?.bytes ?? null;
  if (after) writer.put(record, after.bytes, stored);
  else writer.remove(record, stored);
  writer.touched.push(record.toString('latin1'));
}

function applyToIndexes(
  collection: Collection,
  id: Buffer,
  changes: KeyChange[],
  writer: Writer,
  catalog: Catalog,
): void {
  for (const { index, removed, added, multikey } of changes) {
    if (index.unique) for (const key of [...removed, ...added]) writer.touched.push(key.toString('latin1'));
    for (const key of removed) if (isOwn(index, key, id, writer)) writer.remove(key, index.unique ? id : NOTHING);
    // A unique key may still belong to another document, which the same transaction changes next.
    for (const key of added) writer.put(key, index.unique ? id : NOTHING, index.unique ? undefined : null);
    if (multikey && !index.multikey) {
      index.multikey = true;
      writer.onRevert(() => {
        index.multikey = false;
      });
      catalog.save(collection, writer);
    }
  }
}

/** False if an earlier change of the same transaction has taken the unique key that this change removes. */
function isOwn({ unique }: Index, key: Buffer, id: Buffer, writer: Writer): boolean {
  return !unique || writer.get(key)?.equals(id) === true;
}
