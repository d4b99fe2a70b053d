import type { Document } from 'bson';
import { compileFilter } from '../../semantics/match/match.ts';
import { encode } from '../../storage/bson.ts';
import { rangeOf } from '../../storage/catalog.ts';
import { type Collection, ID_INDEX_SPEC } from '../../storage/collection.ts';
import { MongoError } from '../../values/error.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

const CREATE_REFUSED = new Set([
  'capped',
  'size',
  'max',
  'validator',
  'validationLevel',
  'validationAction',
  'viewOn',
  'pipeline',
  'collation',
  'timeseries',
  'clusteredIndex',
  'changeStreamPreAndPostImages',
  'expireAfterSeconds',
  'indexOptionDefaults',
  'storageEngine',
  'encryptedFields',
  'autoIndexId',
]);

export async function create({ engine, command }: Context): Promise<Document> {
  command.allow(new Set(), CREATE_REFUSED);
  // A collection that exists and has the same options, of which the engine knows none, is no error.
  await engine.createCollection(command.db, command.collection, {});
  return { ok: 1 };
}

export async function drop({ engine, command }: Context): Promise<Document> {
  command.allow(new Set());
  const { ns } = command;
  return engine.store.write((writer) => {
    const collection = engine.catalog.get(ns);
    if (!collection) return { ok: 1 };
    const nIndexesWas = collection.indexes.length + 1;
    engine.catalog.drop(collection, writer);
    return { nIndexesWas, ns, ok: 1 };
  });
}

export async function dropDatabase({ engine, command }: Context): Promise<Document> {
  const { db } = command;
  return engine.store.write((writer) => {
    const collections = engine.catalog.in(db);
    for (const collection of collections) engine.catalog.drop(collection, writer);
    return collections.length > 0 ? { dropped: db, ok: 1 } : { ok: 1 };
  });
}

const RENAME = new Set(['to', 'dropTarget']);

export async function renameCollection({ engine, command }: Context): Promise<Document> {
  command.allow(RENAME);
  const [from, to] = [command.collection, command.text('to') ?? ''];
  const dot = to.indexOf('.');
  return engine.store.write((writer) => {
    const source = engine.catalog.get(from);
    const target = engine.catalog.get(to);
    if (!source) throw new MongoError(26, 'NamespaceNotFound', `Source collection ${from} does not exist`);
    if (dot <= 0 || dot === to.length - 1)
      throw new MongoError(73, 'InvalidNamespace', `Invalid target namespace: ${to}`);
    if (target && !command.flag('dropTarget')) throw new MongoError(48, 'NamespaceExists', 'target namespace exists');
    if (target) engine.catalog.drop(target, writer);
    engine.catalog.rename(source, to.slice(0, dot), to.slice(dot + 1), writer);
    return { ok: 1 };
  });
}

const LIST = new Set(['filter', 'nameOnly', 'authorizedCollections', 'cursor']);

export function listCollections({ engine, command }: Context): CursorBatch {
  command.allow(LIST);
  const matches = compileFilter(command.document('filter') ?? {});
  const rows = engine.catalog
    .in(command.db)
    .map((collection) => describe(collection))
    .filter(matches)
    .map((row) => (command.flag('nameOnly') ? { name: row.name, type: row.type } : row));
  return new CursorBatch('firstBatch', rows.map(encode), 0n, `${command.db}.$cmd.listCollections`);
}

const describe = ({ name, options }: Collection): Document => ({
  name,
  type: 'collection',
  options,
  info: { readOnly: false },
  idIndex: ID_INDEX_SPEC,
});

const LIST_DATABASES = new Set(['filter', 'nameOnly', 'authorizedDatabases']);

export function listDatabases({ engine, command }: Context): Document {
  command.allow(LIST_DATABASES);
  const matches = compileFilter(command.document('filter') ?? {});
  const databases = engine.catalog.databases().map((name) => ({ name, sizeOnDisk: 0, empty: false }));
  const shown = databases.filter(matches).map((row) => (command.flag('nameOnly') ? { name: row.name } : row));
  return { databases: shown, totalSize: 0, ok: 1 };
}

export function collStats(context: Context): Document {
  const { engine, command } = context;
  const collection = engine.catalog.get(command.ns);
  if (!collection) return { ns: command.ns, count: 0, size: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, ok: 1 };
  const size = sizeOf(context, collection);
  const count = collection.count;
  const avgObjSize = count > 0 ? Math.round(size / count) : 0;
  const nindexes = collection.indexes.length + 1;
  return { ns: command.ns, count, size, avgObjSize, storageSize: size, nindexes, totalIndexSize: 0, ok: 1 };
}

export function dbStats(context: Context): Document {
  const { engine, command } = context;
  const collections = engine.catalog.in(command.db);
  const sum = (of: (collection: Collection) => number) => collections.reduce((total, one) => total + of(one), 0);
  const dataSize = sum((collection) => sizeOf(context, collection));
  return {
    db: command.db,
    collections: collections.length,
    views: 0,
    objects: sum((collection) => collection.count),
    dataSize,
    storageSize: dataSize,
    indexes: sum((collection) => collection.indexes.length + 1),
    indexSize: 0,
    ok: 1,
  };
}

function sizeOf({ engine }: Context, collection: Collection): number {
  let size = 0;
  for (const { value } of engine.latest.reader.entries(rangeOf(collection.ident))) size += value.length;
  return size;
}
