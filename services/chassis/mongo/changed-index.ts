import { type Connection, type IndexDefinition, type IndexOptions, type Model, mongo } from 'mongoose';
import type { Logger } from '../runtime/logger.ts';

/**
 * No socket timeout: building a large index takes long, and the server aborts it when the client closes the connection.
 */
const PATIENT = { socketTimeoutMS: 0 };
/** Error codes of MongoDB. */
const INDEX_NOT_FOUND = 27;
const COMMAND_NOT_FOUND = 59;
const CONFLICTS = [85, 86];

/** The parts of an index definition without its name. An index with another definition is a different index. */
interface Definition {
  key: IndexDefinition;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: object;
  expireAfterSeconds?: number;
}

interface Declared {
  connection: Connection;
  model: Model<unknown>;
  key: IndexDefinition;
  options: IndexOptions;
  logger: Logger;
}

/** Earlier definitions of an index, which later definitions have replaced. */
interface Replaced {
  _id: string;
  definitions: string[];
}

/** An index that cannot be built. The message names the index, and contains no data. */
export class IndexError extends Error {
  override name = 'IndexError';
}

/**
 * Builds the indexes that a model declares, by one command: nearly always they exist already. If the command fails,
 * builds each index separately. Errors: IndexError, which names the index.
 */
export async function makeIndexes({ connection, model, logger }: Omit<Declared, 'key' | 'options'>): Promise<void> {
  const declared = model.schema.indexes();
  if (declared.length === 0 || (await createTogether(model, declared))) return;
  for (const [key, options] of declared) await makeIndex({ connection, model, key, options, logger });
}

async function createTogether(model: Model<unknown>, declared: [IndexDefinition, IndexOptions][]): Promise<boolean> {
  const indexes = declared.map(([key, options]) => ({ ...options, key }));
  return model.collection.createIndexes(indexes as never, PATIENT as never).then(
    () => true,
    () => false,
  );
}

/**
 * Builds an index that a model declares. Replaces an index that an earlier version has defined differently. Errors:
 * IndexError.
 */
async function makeIndex(declared: Declared): Promise<void> {
  const path = pathOf(declared);
  try {
    await create(declared).catch(async (error) => {
      if (!hasCode(error, CONFLICTS)) throw error;
      await replace(declared, path);
    });
  } catch (error) {
    if (error instanceof IndexError) throw error;
    const { codeName, name } = error as Error & { codeName?: string };
    throw new IndexError(`Index ${path} cannot be built: ${codeName ?? name}`, { cause: error });
  }
}

async function create({ model, key, options }: Declared): Promise<void> {
  await model.collection.createIndex(key as never, { ...options, ...PATIENT } as never);
}

/**
 * During a rollout, two versions run. A definition that was already replaced belongs to the earlier version, so its
 * process keeps the newer index. Otherwise the versions would replace each other's index again and again.
 */
async function replace(declared: Declared, path: string): Promise<void> {
  const { connection, logger, key, options } = declared;
  const existing = await existingOf(declared);
  const wanted = definitionOf({ ...options, key });
  // Another process has just dropped the index, or an index with another name has the same fields.
  if (!existing) return createUnlessTaken(declared, path);
  const [before, after] = [JSON.stringify(existing), JSON.stringify(wanted)];
  // Another process was faster.
  if (before === after) return;
  const replaced = connection.collection<Replaced>('replaced_indexes');
  if ((await replaced.findOne({ _id: path }))?.definitions.includes(after)) {
    logger.warn(
      { index: path, existing, wanted },
      'This definition of the index was replaced by another one before: the index is left as it is',
    );
    return;
  }
  // While a unique index is missing, other processes could write duplicates. Then the index could not be built again.
  if (existing.unique || wanted.unique) {
    throw new IndexError(`Index ${path} is unique and defined otherwise: it is replaced by hand alone (runbook)`);
  }
  await replaced.updateOne({ _id: path }, { $addToSet: { definitions: before } }, { upsert: true });
  logger.warn({ index: path, existing, wanted }, 'Index is defined otherwise than before and is replaced');
  if (!(await changeExpiry(declared, existing, wanted))) await rebuild(declared);
}

async function createUnlessTaken(declared: Declared, path: string): Promise<void> {
  await create(declared).catch((error) => {
    if (!hasCode(error, CONFLICTS)) throw error;
    throw new IndexError(`Index ${path} cannot be built: there is one of another name with the same fields`);
  });
}

/**
 * Changes only the time after which documents expire. Returns false if the definitions differ in more, or if the
 * database does not know the command.
 */
async function changeExpiry(declared: Declared, existing: Definition, wanted: Definition): Promise<boolean> {
  const { expireAfterSeconds } = wanted;
  if (expireAfterSeconds === undefined) return false;
  if (JSON.stringify({ ...existing, expireAfterSeconds }) !== JSON.stringify(wanted)) return false;
  const command = { collMod: declared.model.collection.name, index: { name: nameOf(declared), expireAfterSeconds } };
  try {
    await declared.connection.db?.command(command);
    return true;
  } catch (error) {
    // The embedded engine does not know `collMod`.
    if (hasCode(error, [COMMAND_NOT_FOUND])) return false;
    throw error;
  }
}

async function rebuild(declared: Declared): Promise<void> {
  await declared.model.collection.dropIndex(nameOf(declared)).catch((error) => {
    // Another process was faster.
    if (!hasCode(error, [INDEX_NOT_FOUND])) throw error;
  });
  await create(declared);
}

async function existingOf(declared: Declared): Promise<Definition | undefined> {
  const found = (await declared.model.collection.indexes()).find(({ name }) => name === nameOf(declared));
  return found && definitionOf(found as never);
}

/** The definition with its fields in a fixed order, so that equal definitions have equal JSON. */
function definitionOf(index: Definition | (IndexOptions & { key: IndexDefinition })): Definition {
  const { key, unique, sparse, partialFilterExpression, expireAfterSeconds } = index as Definition;
  return {
    key,
    ...(unique && { unique }),
    ...(sparse && { sparse }),
    ...(partialFilterExpression && { partialFilterExpression }),
    ...(expireAfterSeconds !== undefined && { expireAfterSeconds }),
  };
}

/** The name that MongoDB's drivers give to an index without a name. */
const nameOf = ({ key, options }: Declared): string => options.name ?? Object.entries(key).flat().join('_');

const pathOf = (declared: Declared): string => `${declared.model.collection.name}.${nameOf(declared)}`;

const hasCode = (error: unknown, codes: number[]): boolean =>
  error instanceof mongo.MongoServerError && codes.includes(error.code as number);
