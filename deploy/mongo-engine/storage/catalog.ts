import type { Document } from 'bson';
import { MongoError } from '../values/error.ts';
import { decode, encode, toNumber } from './bson.ts';
import { type Collection, type Index, idIndexOf, indexFrom } from './collection.ts';
import type { KeyRange, Reader } from './reader.ts';
import type { Writer } from './store.ts';

/** Idents below {@link FIRST_IDENT} are the engine's own. */
const COLLECTIONS = 1;
const COUNTS = 2;
export const SESSIONS = 3;
const FIRST_IDENT = 16;

export function prefixOf(ident: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(ident);
  return prefix;
}

export const rangeOf = (ident: number): KeyRange => ({ start: prefixOf(ident), end: prefixOf(ident + 1) });

/** The collections and their indexes, in memory and in the store. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();
  private readonly counted = new Set<Collection>();
  private nextIdent = FIRST_IDENT;

  constructor(reader: Reader) {
    for (const { value } of reader.entries(rangeOf(COLLECTIONS))) this.load(decode(value), reader);
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  in(db: string): Collection[] {
    return [...this.collections.values()].filter((collection) => collection.db === db);
  }

  databases(): string[] {
    return [...new Set([...this.collections.values()].map((collection) => collection.db))].sort();
  }

  all(): Iterable<Collection> {
    return this.collections.values();
  }

  /** @throws MongoError 73 for a name that a collection cannot have */
  create(db: string, name: string, options: Document, writer: Writer): Collection {
    checkNamespace(db, name);
    const ns = `${db}.${name}`;
    const ident = this.nextIdent++;
    const collection = { db, name, ns, ident, options, idIndex: idIndexOf(ident), indexes: [], count: 0 };
    this.collections.set(ns, collection);
    writer.onRevert(() => this.collections.delete(ns));
    this.save(collection, writer);
    return collection;
  }

  drop(collection: Collection, writer: Writer): void {
    for (const index of collection.indexes) clear(index.ident, writer);
    clear(collection.ident, writer);
    this.collections.delete(collection.ns);
    this.counted.delete(collection);
    writer.onRevert(() => this.collections.set(collection.ns, collection));
    writer.remove(catalogKey(collection.ns));
    writer.remove(countKey(collection.ident));
  }

  rename(collection: Collection, db: string, name: string, writer: Writer): void {
    const before = { db: collection.db, name: collection.name, ns: collection.ns };
    writer.onRevert(() => this.move(collection, before));
    writer.remove(catalogKey(collection.ns));
    this.move(collection, { db, name, ns: `${db}.${name}` });
    this.save(collection, writer);
  }

  private move(collection: Collection, to: Pick<Collection, 'db' | 'name' | 'ns'>): void {
    this.collections.delete(collection.ns);
    Object.assign(collection, to);
    this.collections.set(collection.ns, collection);
  }

  /** Writes keep the new index from now on; reads may use it once its `since` is set. */
  addIndex(collection: Collection, spec: Document, writer: Writer): Index {
    const index = indexFrom(spec, this.nextIdent++, false, Number.POSITIVE_INFINITY);
    this.setIndexes(collection, [...collection.indexes, index], writer);
    return index;
  }

  dropIndex(collection: Collection, index: Index, writer: Writer): void {
    clear(index.ident, writer);
    this.setIndexes(
      collection,
      collection.indexes.filter((other) => other !== index),
      writer,
    );
    this.save(collection, writer);
  }

  private setIndexes(collection: Collection, indexes: readonly Index[], writer: Writer): void {
    const before = collection.indexes;
    collection.indexes = indexes;
    writer.onRevert(() => {
      collection.indexes = before;
    });
  }

  save(collection: Collection, writer: Writer): void {
    const { db, name, ident, options } = collection;
    const indexes = collection.indexes.map((index) => ({
      spec: index.spec,
      ident: index.ident,
      multikey: index.multikey,
    }));
    writer.put(catalogKey(collection.ns), encode({ db, name, ident, options, indexes }));
  }

  /** Counts are written once a batch, with the documents that they count. */
  addToCount(collection: Collection, change: number, writer: Writer): void {
    collection.count += change;
    this.counted.add(collection);
    writer.onRevert(() => {
      collection.count -= change;
    });
  }

  saveCounts(writer: Writer): void {
    for (const collection of this.counted) {
      const value = Buffer.allocUnsafe(8);
      value.writeDoubleBE(collection.count);
      writer.put(countKey(collection.ident), value);
    }
    this.counted.clear();
  }

  private load(entry: Document, reader: Reader): void {
    const [db, name] = [entry.db as string, entry.name as string];
    const ident = toNumber(entry.ident) ?? 0;
    const indexes = (entry.indexes as Document[]).map((index) =>
      indexFrom(index.spec, toNumber(index.ident) ?? 0, index.multikey === true, 0),
    );
    const ns = `${db}.${name}`;
    const count = reader.get(countKey(ident))?.readDoubleBE() ?? 0;
    const idIndex = idIndexOf(ident);
    this.collections.set(ns, { db, name, ns, ident, options: entry.options, idIndex, indexes, count });
    this.nextIdent = Math.max(this.nextIdent, ident + 1, ...indexes.map((index) => index.ident + 1));
  }
}

const catalogKey = (ns: string) => Buffer.concat([prefixOf(COLLECTIONS), Buffer.from(ns)]);
const countKey = (ident: number) => Buffer.concat([prefixOf(COUNTS), prefixOf(ident)]);

function clear(ident: number, writer: Writer): void {
  for (const key of [...writer.keys(rangeOf(ident))]) writer.remove(key);
}

function checkNamespace(db: string, name: string): void {
  const bad = /[/\\. "$\0]/.test(db) || db === '' || name === '' || name.includes('$') || /^\.|\.$|\.\.|\0/.test(name);
  if (bad) throw new MongoError(73, 'InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
  if (name.startsWith('system.'))
    throw new MongoError(73, 'InvalidNamespace', `Invalid system namespace: ${db}.${name}`);
}
