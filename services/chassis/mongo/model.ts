import type { ClientSession, Connection, Model, Schema } from 'mongoose';
import { rethrowLostInsert } from './transaction.ts';

/** The model `name` of a database. It is created once; several parts of a process may ask for it. */
export function modelOf<Stored>(connection: Connection, name: string, schema: Schema<Stored>): Model<Stored> {
  return (connection.models[name] ?? connection.model(name, schema)) as unknown as Model<Stored>;
}

/**
 * Functions that write complete documents. Their types require all fields, which mongoose's own methods do not. At run
 * time mongoose does not check documents that are inserted in bulk or replaced, so the schemas declare no checks.
 */

export async function insertOne<Stored>(
  model: Model<Stored>,
  document: NoInfer<Stored>,
  session?: ClientSession,
): Promise<void> {
  await model.insertOne(document as never, session ? { session } : {});
}

/**
 * Replaces the document with this `_id` if it also matches `where`. Returns false if no document matched and none was
 * inserted.
 */
export async function replaceOne<Stored extends { _id: string }>(
  model: Model<Stored>,
  document: NoInfer<Stored>,
  where: object,
  { session, upsert = false }: { session?: ClientSession; upsert?: boolean } = {},
): Promise<boolean> {
  const filter = { ...where, _id: document._id } as never;
  const options = { upsert, ...(session && { session }) };
  const { matchedCount, upsertedCount } = await model.replaceOne(filter, document as never, options);
  return matchedCount + upsertedCount > 0;
}

/*
 * The same functions by the driver, without mongoose's casts. For documents with thousands of fields, and for writes
 * that every request makes.
 */

export async function insertOneRaw<Stored extends { _id: string }>(
  model: Model<Stored>,
  document: NoInfer<Stored>,
  session?: ClientSession,
): Promise<void> {
  await model.collection.insertOne(document as never, session ? { session } : {});
}

export async function insertMany<Stored>(
  model: Model<Stored>,
  documents: NoInfer<Stored>[],
  session: ClientSession,
): Promise<void> {
  await model.collection.insertMany(documents as never[], { session });
}

/**
 * Stores documents under their ids: inserts new ones, and replaces existing ones. `known`: the ids that exist, as the
 * transaction sees them; default: they are read. Most documents are new, and an insert costs a fraction of an upsert.
 * If another transaction inserts one of them first, the race is lost, and the transaction runs again.
 */
export async function putMany<Stored extends { _id: string }>(
  model: Model<Stored>,
  documents: NoInfer<Stored>[],
  session: ClientSession,
  known?: { has(id: string): boolean },
): Promise<void> {
  if (documents.length === 0) return;
  const there = known ?? (await knownOf(model, documents, session));
  const fresh = documents.filter(({ _id }) => !there.has(_id));
  const others = documents.filter(({ _id }) => there.has(_id));
  const changes = others.map((replacement) => ({ replaceOne: { filter: { _id: replacement._id }, replacement } }));
  if (fresh.length > 0) await insertMany(model, fresh, session).catch(rethrowLostInsert);
  if (changes.length > 0) await model.collection.bulkWrite(changes as never, { session });
}

async function knownOf<Stored extends { _id: string }>(
  { collection }: Model<Stored>,
  documents: Stored[],
  session: ClientSession,
): Promise<Set<string>> {
  const wanted = { _id: { $in: documents.map(({ _id }) => _id) } };
  const found = await collection.find(wanted as never, { session, projection: { _id: 1 } }).toArray();
  return new Set(found.map(({ _id }) => String(_id)));
}

/** Replaces the document with this `_id` if it also matches `where`. Returns false if none matched. */
export async function replaceOneRaw<Stored extends { _id: string }>(
  model: Model<Stored>,
  document: NoInfer<Stored>,
  where: object,
  session: ClientSession,
): Promise<boolean> {
  const filter = { ...where, _id: document._id } as never;
  const { matchedCount } = await model.collection.replaceOne(filter, document, { session });
  return matchedCount > 0;
}
