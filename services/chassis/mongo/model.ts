import type { ClientSession, Connection, Model, Schema } from 'mongoose';
import { rethrowLostInsert } from './transaction.ts';

/** The model called `name` of a database; several parts of a process may ask for the same one. */
export function modelOf<Stored>(connection: Connection, name: string, schema: Schema<Stored>): Model<Stored> {
  return (connection.models[name] ?? connection.model(name, schema)) as unknown as Model<Stored>;
}

/**
 * Writes of whole documents. Their types make them whole, which mongoose's own methods do not ask for. At run time
 * mongoose checks nothing of documents that are inserted in bulk or replaced, so no schema declares that it does.
 */

export async function insertOne<Stored>(
  model: Model<Stored>,
  document: NoInfer<Stored>,
  session?: ClientSession,
): Promise<void> {
  await model.insertOne(document as never, session ? { session } : {});
}

/** Replaces the document with that `_id` for which `where` holds besides. False when there is none, nor was one made. */
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
 * The same past mongoose, by the driver: nothing is cast. For documents of thousands of fields, and for writes that every
 * request makes.
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
 * The documents become what is stored under their ids. `known`: under which of them something is there, as the transaction
 * sees it. Most are new, and an insert costs a fraction of an upsert. One that meanwhile came to be there is a lost race.
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

/** Replaces the document with that `_id` for which `where` holds besides. False when there is none. */
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
