import type { Document } from 'bson';
import { compileFilter } from '../../semantics/match/match.ts';
import { encode } from '../../storage/bson.ts';
import { type Collection, ID_INDEX_SPEC, isAbsent } from '../../storage/collection.ts';
import { MongoError } from '../../values/error.ts';
import { BOOL, COUNT, type Fields, OBJECT, object, refused } from '../../values/fields.ts';
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
