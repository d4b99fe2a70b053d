import { type Document, Int32 } from 'bson';
import type { Engine } from '../../engine.ts';
import { sameKey } from '../../queries/planner.ts';
import { encode, toNumber } from '../../storage/bson.ts';
import { rangeOf } from '../../storage/catalog.ts';
import { type Collection, ID_INDEX_SPEC, type Index } from '../../storage/collection.ts';
import { duplicateKey } from '../../storage/duplicate-key.ts';
import { entriesOf } from '../../storage/index-entries.ts';
import type { Writer } from '../../storage/store.ts';
import { StoredDocument } from '../../storage/stored-document.ts';
import { MongoError, unsupported } from '../../values/error.ts';
import { allowFields, requireDocument } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

const CREATE = new Set(['indexes', 'commitQuorum']);
const SPEC = new Set([
  'v',
  'key',
  'name',
  'unique',
  'sparse',
  'partialFilterExpression',
  'expireAfterSeconds',
  'background',
]);
const SPEC_REFUSED = new Set([
  'collation',
  'hidden',
  'weights',
  'default_language',
  'language_override',
  'textIndexVersion',
  '2dsphereIndexVersion',
  'bits',
  'min',
  'max',
  'storageEngine',
  'wildcardProjection',
  'ns',
]);

export async function createIndexes(context: Context): Promise<Document> {
  const { engine, command } = context;
  command.allow(CREATE);
  const specs = command.documents('indexes').map(normalise);
  const existed = engine.catalog.get(command.ns) !== undefined;
  await engine.ensureCollection(command.db, command.collection);
  const result = await engine.store.write((writer) => build(engine, command.ns, specs, writer));
  for (const index of result.made) index.since = engine.store.version;
  return {
    numIndexesBefore: result.before,
    numIndexesAfter: result.before + result.made.length,
    createdCollectionAutomatically: !existed,
    ok: 1,
  };
}

function normalise(spec: Document): Document {
  allowFields(spec, 'createIndexes.indexes', SPEC, SPEC_REFUSED);
  const key = requireDocument(spec.key, 'the index key');
  if (Object.keys(key).length === 0) throw cannotCreate('index keys cannot be an empty object');
  for (const [path, direction] of Object.entries(key)) checkField(path, direction);
  const { v: _, background: __, name, key: ___, ...options } = spec;
  return { v: new Int32(2), key, name: name ?? defaultName(key), ...options };
}

function checkField(path: string, direction: unknown): void {
  if (typeof direction === 'string') throw unsupported(`a ${direction} index`);
  if (!toNumber(direction))
    throw cannotCreate(`Values in the index key pattern cannot be 0 or other than numbers: ${path}`);
  if (path.startsWith('$') || path === '' || path.includes('$**'))
    throw unsupported(`an index on ${path || 'the empty path'}`);
}

const cannotCreate = (message: string) => new MongoError(67, 'CannotCreateIndex', message);

const defaultName = (key: Document) =>
  Object.entries(key)
    .map(([path, direction]) => `${path}_${direction}`)
    .join('_');

/** Builds the indexes that are not there yet. Fails before it writes. */
function build(engine: Engine, ns: string, specs: Document[], writer: Writer): { before: number; made: Index[] } {
  const collection = engine.catalog.get(ns);
  if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${ns}`);
  const before = collection.indexes.length + 1;
  const fresh = specs.filter((spec) => !exists(collection, spec));
  const earlier = collection.indexes;
  try {
    const made = fresh.map((spec) => engine.catalog.addIndex(collection, spec, writer));
    const entries = made.map((index) => entriesFor(collection, index, writer));
    for (const [key, id] of entries.flatMap((list) => [...list])) writer.put(key, id);
    engine.catalog.save(collection, writer);
    return { before, made };
  } catch (error) {
    collection.indexes = earlier;
    throw error;
  }
}

/** @throws MongoError 85 or 86 for an index that has this name or key and is another one */
function exists(collection: Collection, spec: Document): boolean {
  if (sameKey(spec.key, ID_INDEX_SPEC.key)) return true;
  for (const index of collection.indexes) {
    const [sameName, same] = [index.name === spec.name, sameKey(index.spec.key, spec.key)];
    if (sameName && same && sameOptions(index.spec, spec)) return true;
    if (sameName && !same) {
      throw new MongoError(
        86,
        'IndexKeySpecsConflict',
        `An existing index has the same name as the requested index: ${index.name}`,
      );
    }
    if (sameName || (same && samePartial(index.spec, spec))) {
      throw new MongoError(
        85,
        'IndexOptionsConflict',
        `Index already exists with a different name or options: ${index.name}`,
      );
    }
  }
  return false;
}

const sameOptions = (a: Document, b: Document) => optionsOf(a).equals(optionsOf(b));
const samePartial = (a: Document, b: Document) =>
  encode({ p: a.partialFilterExpression }).equals(encode({ p: b.partialFilterExpression }));

function optionsOf({ unique, sparse, expireAfterSeconds, partialFilterExpression }: Document): Buffer {
  return encode({
    unique: Boolean(unique),
    sparse: Boolean(sparse),
    expireAfterSeconds: toNumber(expireAfterSeconds) ?? null,
    partialFilterExpression,
  });
}

function entriesFor(collection: Collection, index: Index, writer: Writer): [Buffer, Buffer][] {
  const made: [Buffer, Buffer][] = [];
  const taken = new Set<string>();
  for (const { key: record, value } of writer.entries(rangeOf(collection.ident))) {
    const stored = new StoredDocument(record.subarray(4), value);
    const { entries, multikey } = entriesOf(index, stored.document, stored.id);
    index.multikey ||= multikey;
    for (const { key, values } of entries) {
      const text = key.toString('latin1');
      if (taken.has(text)) throw duplicateKey(collection, index.name, index.spec.key as Document, values);
      if (index.unique) taken.add(text);
      made.push([key, index.unique ? stored.id : Buffer.alloc(0)]);
    }
  }
  return made;
}

export function listIndexes({ engine, command }: Context): CursorBatch {
  command.allow(new Set(['cursor']));
  const collection = engine.catalog.get(command.ns);
  if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${command.ns}`);
  const specs = [ID_INDEX_SPEC, ...collection.indexes.map((index) => index.spec)];
  return new CursorBatch('firstBatch', specs.map(encode), 0n, command.ns);
}

export async function dropIndexes({ engine, command }: Context): Promise<Document> {
  command.allow(new Set(['index']));
  const collection = engine.catalog.get(command.ns);
  if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns not found ${command.ns}`);
  const before = collection.indexes.length + 1;
  const wanted = command.value('index');
  const chosen = (Array.isArray(wanted) ? wanted : [wanted]).flatMap((one) => chosenIndexes(collection, one));
  await engine.store.write((writer) => {
    for (const index of chosen) engine.catalog.dropIndex(collection, index, writer);
  });
  return { nIndexesWas: before, ok: 1 };
}

function chosenIndexes(collection: Collection, wanted: unknown): Index[] {
  if (wanted === '*') return [...collection.indexes];
  if (wanted === '_id_' || sameKey(wanted, { _id: 1 }))
    throw new MongoError(72, 'InvalidOptions', 'cannot drop _id index');
  const found = collection.indexes.filter((index) =>
    typeof wanted === 'string' ? index.name === wanted : sameKey(index.spec.key, wanted),
  );
  if (found.length > 0) return found;
  throw new MongoError(
    27,
    'IndexNotFound',
    `index not found with name [${typeof wanted === 'string' ? wanted : JSON.stringify(wanted)}]`,
  );
}
