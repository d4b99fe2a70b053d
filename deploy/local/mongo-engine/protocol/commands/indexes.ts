import { type Document, EJSON } from 'bson';
import { sameKey } from '../../queries/planner.ts';
import { encode, toBoolean, toNumber } from '../../storage/bson.ts';
import { type Collection, ID_INDEX_SPEC, type Index } from '../../storage/collection.ts';
import { buildIndexes } from '../../transactions/index-builds.ts';
import { badValue, MongoError } from '../../values/error.ts';
import { COUNT, type Fields, listOf, OBJECT, object, required, STRING } from '../../values/fields.ts';
import type { Command } from '../command.ts';
import type { Context } from '../context.ts';
import { CursorBatch } from '../cursor-reply.ts';
import { cannotCreate, indexSpecOf } from './index-spec.ts';

export const CREATE_INDEXES: Fields = { indexes: required(listOf(OBJECT)) };
export const LIST_INDEXES: Fields = { cursor: object({ batchSize: COUNT }) };
export const DROP_INDEXES: Fields = { index: required(STRING) };
export async function createIndexes(context: Context): Promise<Document> {
  const { engine, command } = context;
  const specs = specsOf(command);
  const existed = engine.catalog.get(command.ns) !== undefined;
  await engine.ensureCollection(command.db, command.collection);
  const lacking = (collection: Collection) => lackingIn(collection, specs);
  const { before, made } = await buildIndexes(engine.store, engine.catalog, command.ns, lacking, context.deadline);
  return {
    numIndexesBefore: before,
    numIndexesAfter: before + made.length,
    createdCollectionAutomatically: !existed,
    ok: 1,
  };
}

/** MongoDB's maximum per collection, including the index of `_id`. */
const MAX_INDEXES = 64;

function lackingIn(collection: Collection, specs: Document[]): Document[] {
  const lacking = specs.filter((spec) => !exists(collection, spec));
  if (lacking.length > 0 && 1 + collection.indexes.length + lacking.length > MAX_INDEXES)
    throw cannotCreate(`add index fails, too many indexes for ${collection.ns}`);
  return lacking;
}

/**
 * True if the index exists already, by MongoDB's rules. @throws MongoError 85 or 86 if another index has this name or
 * key
 */
function exists({ indexes }: { indexes: readonly Pick<Index, 'name' | 'spec'>[] }, spec: Document): boolean {
  if (sameKey(spec.key, ID_INDEX_SPEC.key)) return true;
  const named = indexes.find(({ name }) => name === spec.name);
  const wanted = `Requested index: ${EJSON.stringify(spec)}, existing index: `;
  if (named && !isSameIndex(named.spec, spec)) {
    const words = 'An existing index has the same name as the requested index.';
    throw new MongoError(86, 'IndexKeySpecsConflict', `${words} ${wanted}${EJSON.stringify(named.spec)}`);
  }
  const same = named ?? indexes.find((index) => isSameIndex(index.spec, spec));
  if (!same) return false;
  if (named && toNumber(named.spec.expireAfterSeconds) === toNumber(spec.expireAfterSeconds)) return true;
  const words = `Index already exists with a different ${named ? 'expireAfterSeconds' : 'name'}: ${same.name}.`;
  throw new MongoError(85, 'IndexOptionsConflict', `${words} ${wanted}${EJSON.stringify(same.spec)}`);
}

/** Compares key and options, but not names: a collection may have only one such index. */
function isSameIndex(a: Document, b: Document): boolean {
  const identity = ({ unique, partialFilterExpression }: Document) =>
    encode({ unique: toBoolean(unique), partialFilterExpression });
  return sameKey(a.key, b.key) && identity(a).equals(identity(b));
}

function specsOf(command: Command): Document[] {
  const specs = Array.from(command.documents('indexes'), indexSpecOf);
  if (specs.length === 0) throw badValue('Must specify at least one index to create');
  const before: { name: string; spec: Document }[] = [];
  for (const spec of specs) {
    if (!sameKey(spec.key, ID_INDEX_SPEC.key) && exists({ indexes: before }, spec))
      throw new MongoError(68, 'IndexAlreadyExists', `Identical index already exists: ${spec.name}`);
    before.push({ name: spec.name, spec });
  }
  return specs;
}

export function listIndexes({ engine, command }: Context): CursorBatch {
  const collection = engine.catalog.get(command.ns);
  if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns does not exist: ${command.ns}`);
  const specs = [ID_INDEX_SPEC, ...collection.indexes.map((index) => index.spec)];
  return new CursorBatch('firstBatch', specs.map(encode), 0n, command.ns);
}

export async function dropIndexes({ engine, command }: Context): Promise<Document> {
  const wanted = command.text('index');
  const reply = await engine.store.write((writer) => {
    const collection = engine.catalog.get(command.ns);
    if (!collection) throw new MongoError(26, 'NamespaceNotFound', `ns not found ${command.ns}`);
    const nIndexesWas = collection.indexes.length + 1;
    engine.catalog.dropIndex(collection, named(collection, wanted), writer);
    return { nIndexesWas, ok: 1 };
  }, 'frees');
  engine.clearLeftovers();
  return reply;
}

function named(collection: Collection, name: string | undefined): Index {
  if (name === '_id_') throw new MongoError(72, 'InvalidOptions', 'cannot drop _id index');
  const found = collection.indexes.find((index) => index.name === name);
  if (found) return found;
  throw new MongoError(27, 'IndexNotFound', `index not found with name [${name}]`);
}
