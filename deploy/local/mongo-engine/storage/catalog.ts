import type { Document } from 'bson';
import { MongoError } from '../values/error.ts';
import { decode, encode, toNumber } from './bson.ts';
import { type Collection, type Index, idIndexOf, indexFrom } from './collection.ts';
import type { KeyRange, Reader } from './reader.ts';
import type { Writer } from './writer.ts';

/** An ident is the prefix of a group of keys. Idents below {@link FIRST_IDENT} are the engine's own. */
const COLLECTIONS = 1;
const COUNTS = 2;
export const SESSIONS = 3;
/**
 * Idents whose entries may still exist although nothing refers to them: one ident in the key, the idents of a
 * collection's indexes in the value.
 */
const LEFTOVERS = 4;
const FIRST_IDENT = 16;
/** MongoDB's limits, in bytes. */
const MAX_DB_NAME = 63;
const MAX_NAMESPACE = 255;

export function prefixOf(ident: number): Buffer {
  const prefix = Buffer.allocUnsafe(4);
  prefix.writeUInt32BE(ident);
  return prefix;
}

/** Above all stored keys. */
const END = prefixOf(2 ** 32 - 1);

export const rangeOf = (ident: number): KeyRange => ({ start: prefixOf(ident), end: prefixOf(ident + 1) });

/** The collections and their indexes, in memory and in the store. */
export class Catalog {
  private readonly collections = new Map<string, Collection>();
  private readonly counted = new Set<Collection>();
  private nextIdent = FIRST_IDENT;

  constructor(reader: Reader) {
    for (const { value } of reader.entries(rangeOf(COLLECTIONS))) this.load(decode(value), reader);
    for (const idents of leftoversIn(reader))
      this.nextIdent = Math.max(this.nextIdent, ...idents.map((one) => one + 1));
    // If keys were left under an ident, no other collection may get this ident.
    const [last] = reader.keys({ start: prefixOf(FIRST_IDENT), end: END }, { reverse: true });
    if (last) this.nextIdent = Math.max(this.nextIdent, last.readUInt32BE() + 1);
  }

  get(ns: string): Collection | undefined {
    return this.collections.get(ns);
  }

  in(db: string): Collection[] {
    return [...this.collections.values()].filter((collection) => collection.db === db);
  }

  all(): Iterable<Collection> {
    return this.collections.values();
  }

  /** @throws MongoError 73 if a collection cannot have the name */
  create(db: string, name: string, writer: Writer): Collection {
    checkNamespace(db, name);
    const [ident, ns] = [this.nextIdent++, `${db}.${name}`];
    const collection = { db, name, ns, ident, options: {}, idIndex: idIndexOf(ident), indexes: [], count: 0 };
    this.collections.set(ns, collection);
    writer.onRevert(() => this.collections.delete(ns));
    this.save(collection, writer);
    return collection;
  }

  drop(collection: Collection, writer: Writer): void {
    this.leave(collection.ident, writer, collection.indexes);
    this.collections.delete(collection.ns);
    this.counted.delete(collection);
    collection.isDropped = true;
    writer.onRevert(() => {
      collection.isDropped = false;
      this.counted.add(collection);
      this.collections.set(collection.ns, collection);
    });
    writer.remove(catalogKey(collection.ns));
    writer.remove(countKey(collection.ident));
  }

  /** Adds an index in memory. Reads may use it when its `since` is set. `save` stores it. */
  addIndex(collection: Collection, spec: Document, writer: Writer): Index {
    const index = indexFrom(spec, this.nextIdent++, false, Number.POSITIVE_INFINITY);
    this.setIndexes(collection, [...collection.indexes, index], writer);
    return index;
  }

  dropIndex(collection: Collection, index: Index, writer: Writer): void {
    this.leave(index.ident, writer);
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
    const indexes = collection.indexes.map(({ spec, ident, multikey }) => ({ spec, ident, multikey }));
    writer.put(catalogKey(collection.ns), encode({ db, name, ident, options, indexes }));
  }

  /**
   * Records that the entries under `ident` and under the idents of `indexes` must be removed. Writes only one record,
   * because the entries may be very many.
   */
  private leave(ident: number, writer: Writer, indexes: readonly Index[] = []): void {
    writer.put(leftoverKey(ident), Buffer.concat(indexes.map((index) => prefixOf(index.ident))));
  }

  /** Removes leftovers until `isOver` returns true. @returns true if none is left */
  clearLeftovers(writer: Writer, isOver: () => boolean): boolean {
    for (;;) {
      const [first, ...others] = leftoversIn(writer).next().value ?? [];
      if (first === undefined) return true;
      for (const ident of [first, ...others]) {
        for (let keys = some(ident, writer); keys.length > 0; keys = some(ident, writer)) {
          for (const key of keys) writer.remove(key);
          if (isOver()) return false;
        }
      }
      writer.remove(leftoverKey(first));
      if (isOver()) return false;
    }
  }

  /** Changes the count in memory. `saveCounts` writes it once per batch, together with the documents. */
  addToCount(collection: Collection, change: number, writer: Writer): void {
    if (change === 0) return;
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
      writer.put(countKey(collection.ident), value, null);
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
    const count = storedCount({ ident }, reader);
    const idIndex = idIndexOf(ident);
    this.collections.set(ns, { db, name, ns, ident, options: entry.options, idIndex, indexes, count });
    this.nextIdent = Math.max(this.nextIdent, ident + 1, ...indexes.map((index) => index.ident + 1));
  }
}

const catalogKey = (ns: string) => Buffer.concat([prefixOf(COLLECTIONS), Buffer.from(ns)]);
const countKey = (ident: number) => Buffer.concat([prefixOf(COUNTS), prefixOf(ident)]);

/** Number of documents that the reader sees. `count` in memory also includes documents that are not visible yet. */
export const storedCount = ({ ident }: Pick<Collection, 'ident'>, reader: Reader): number =>
  reader.get(countKey(ident))?.readDoubleBE() ?? 0;

const leftoverKey = (ident: number) => Buffer.concat([prefixOf(LEFTOVERS), prefixOf(ident)]);

/** The idents of each leftover record. */
export function* leftoversIn(reader: Reader): Generator<[number, ...number[]]> {
  for (const { key, value } of reader.entries(rangeOf(LEFTOVERS))) {
    const others = Array.from({ length: value.length / 4 }, (_, at) => value.readUInt32BE(4 * at));
    yield [key.readUInt32BE(4), ...others];
  }
}

function some(ident: number, reader: Reader): Buffer[] {
  return [...reader.keys(rangeOf(ident), { limit: 256 })];
}

export const isDatabaseName = (name: string): boolean =>
  name !== '' && !/[/\\. "$\0]/.test(name) && Buffer.byteLength(name) <= MAX_DB_NAME;

function checkNamespace(db: string, name: string): void {
  const bad =
    !isDatabaseName(db) ||
    name.includes('\0') ||
    /^$|\$|^\.|\.$|\.\.|^system\./.test(name) ||
    Buffer.byteLength(`${db}.${name}`) > MAX_NAMESPACE;
  if (bad) throw new MongoError(73, 'InvalidNamespace', `Invalid namespace specified '${db}.${name}'`);
}
