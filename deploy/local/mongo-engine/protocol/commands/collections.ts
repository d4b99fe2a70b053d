import type { Document } from 'bson';
import type { Engine } from '../../engine.ts';
import { compileFilter } from '../../semantics/match/match.ts';
import { encode } from '../../storage/bson.ts';
import { type Collection, ID_INDEX_SPEC } from '../../storage/collection.ts';
import { BOOL, COUNT, type Fields, OBJECT, object } from '../../values/fields.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';

/**
 * As in MongoDB, it is no error to create a collection that exists with the same options. The engine has no options.
 */
export async function create({ engine, command }: Context): Promise<Document> {
  await engine.createCollection(command.db, command.collection);
  return { ok: 1 };
}

export const drop = ({ engine, command }: Context): Promise<Document> =>
  dropAll(engine, () => [engine.catalog.get(command.ns)].filter((found) => found !== undefined));

export const dropDatabase = ({ engine, command }: Context): Promise<Document> =>
  dropAll(engine, () => engine.catalog.in(command.db));

async function dropAll(engine: Engine, chosen: () => Collection[]): Promise<Document> {
  await engine.store.write((writer) => {
    for (const collection of chosen()) engine.catalog.drop(collection, writer);
  }, 'frees');
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
