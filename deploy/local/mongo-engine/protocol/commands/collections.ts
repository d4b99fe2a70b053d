import type { Document } from 'bson';
import { PAUSE, type Steps } from '../../scheduling/scheduler.ts';
import { compileFilter } from '../../semantics/match/match.ts';
import { encode } from '../../storage/bson.ts';
import { checkNamespace, rangeOf } from '../../storage/catalog.ts';
import { type Collection, ID_INDEX_SPEC, isAbsent } from '../../storage/collection.ts';
import type { Source } from '../../transactions/source.ts';
import { badValue, MongoError } from '../../values/error.ts';
import { BOOL, COUNT, type Fields, NUMBER, OBJECT, object, refused, required, STRING } from '../../values/fields.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

/** What a collection may be beside a plain one. */
const KINDS = [
  'capped size max autoIndexId viewOn pipeline timeseries clusteredIndex expireAfterSeconds',
  'validator validationLevel validationAction collation indexOptionDefaults storageEngine encryptedFields',
  'changeStreamPreAndPostImages',
];
export const CREATE = refused(...KINDS.join(' ').split(' '));

export async function create({ engine, command, transaction }: Context): Promise<Document> {
  if (transaction) {
    if (!isAbsent(engine.collection(command, transaction)))
      throw new MongoError(48, 'NamespaceExists', `Collection ${command.ns} already exists.`);
    transaction.create(command.db, command.collection);
    return { ok: 1 };
  }
  // A collection that exists and has the same options, of which the engine knows none, is no error.
  await engine.createCollection(command.db, command.collection, {});
  return { ok: 1 };
}

export async function drop({ engine, command }: Context): Promise<Document> {
  const { ns } = command;
  const reply = await engine.store.write((writer) => {
    const collection = engine.catalog.get(ns);
    if (!collection) return { ok: 1 };
    const nIndexesWas = collection.indexes.length + 1;
    engine.catalog.drop(collection, writer);
    return { nIndexesWas, ns, ok: 1 };
  }, 'frees');
  engine.clearLeftovers();
  return reply;
}

export async function dropDatabase({ engine, command }: Context): Promise<Document> {
  const { db } = command;
  const reply = await engine.store.write((writer) => {
    const collections = engine.catalog.in(db);
    for (const collection of collections) engine.catalog.drop(collection, writer);
    return collections.length > 0 ? { dropped: db, ok: 1 } : { ok: 1 };
  }, 'frees');
  engine.clearLeftovers();
  return reply;
}

export const RENAME: Fields = { to: required(STRING), dropTarget: BOOL };

export async function renameCollection({ engine, command }: Context): Promise<Document> {
  const [from, to] = [command.collection, command.text('to') ?? ''];
  if (from === to) throw new MongoError(20, 'IllegalOperation', "Can't rename a collection to itself");
  const dot = to.indexOf('.');
  const [db, name] = [to.slice(0, Math.max(dot, 0)), to.slice(dot + 1)];
  checkNamespace(db, name);
  await engine.store.write((writer) => {
    const source = engine.catalog.get(from);
    const target = engine.catalog.get(to);
    if (!source) throw new MongoError(26, 'NamespaceNotFound', `Source collection ${from} does not exist`);
    if (target && !command.flag('dropTarget')) throw new MongoError(48, 'NamespaceExists', 'target namespace exists');
    if (target) engine.catalog.drop(target, writer);
    engine.catalog.rename(source, db, name, writer);
  });
  engine.clearLeftovers();
  return { ok: 1 };
}

export const LIST: Fields = {
  filter: OBJECT,
  nameOnly: BOOL,
  authorizedCollections: BOOL,
  cursor: object({ batchSize: COUNT }),
};

export function listCollections({ engine, command }: Context): CursorBatch {
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

export const LIST_DATABASES: Fields = { filter: OBJECT, nameOnly: BOOL, authorizedDatabases: BOOL };

export function listDatabases({ engine, command }: Context): Document {
  const matches = compileFilter(command.document('filter') ?? {});
  const databases = engine.catalog.databases().map((name) => ({ name, sizeOnDisk: 0, empty: false }));
  const shown = databases.filter(matches).map((row) => (command.flag('nameOnly') ? { name: row.name } : row));
  return { databases: shown, totalSize: 0, ok: 1 };
}

export const STATS: Fields = { scale: NUMBER, freeStorage: NUMBER };

/** Bytes of the unit in which sizes are told. */
function scaleOf(command: Command): number {
  const scale = command.number('scale') ?? 1;
  if (scale < 1) throw badValue('Scale factor must be greater than zero');
  return scale;
}

export function collStats(context: Context): Promise<Document> | Document {
  const { engine, command } = context;
  const scale = scaleOf(command);
  const collection = engine.catalog.get(command.ns);
  if (!collection) return { ns: command.ns, count: 0, size: 0, storageSize: 0, nindexes: 0, totalIndexSize: 0, ok: 1 };
  return engine.read(undefined, function* (source) {
    const bytes = yield* sizeOf(context, [collection], source);
    const size = Math.trunc(bytes / scale);
    const count = source.total(collection) ?? 0;
    const avgObjSize = count > 0 ? Math.round(bytes / count) : 0;
    const nindexes = collection.indexes.length + 1;
    return { ns: command.ns, count, size, avgObjSize, storageSize: size, nindexes, totalIndexSize: 0, ok: 1 };
  });
}

export function dbStats(context: Context): Promise<Document> | Document {
  const { engine, command } = context;
  const scale = scaleOf(command);
  const collections = engine.catalog.in(command.db);
  const sum = (of: (collection: Collection) => number) => collections.reduce((total, one) => total + of(one), 0);
  return engine.read(undefined, function* (source) {
    const dataSize = (yield* sizeOf(context, collections, source)) / scale;
    return {
      db: command.db,
      collections: collections.length,
      views: 0,
      objects: sum((collection) => source.total(collection) ?? 0),
      dataSize,
      storageSize: dataSize,
      indexes: sum((collection) => collection.indexes.length + 1),
      indexSize: 0,
      ok: 1,
    };
  });
}

function* sizeOf({ deadline }: Context, collections: Collection[], { reader }: Source): Steps<number> {
  let size = 0;
  for (const { ident } of collections) {
    for (const { value } of reader.entries(rangeOf(ident))) {
      size += value.length;
      if (deadline.check()) yield PAUSE;
    }
  }
  return size;
}
