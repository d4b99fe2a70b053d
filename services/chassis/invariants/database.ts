import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { runTransaction } from '../mongo/transaction.ts';

type Filter = Record<string, unknown>;

/** Reads documents of a service's database as they are stored. */
export interface Reader {
  /**
   * Documents that match the filter, in any order. `fields`: paths to read; absent: all. Errors: those of the database.
   */
  find<Row>(collection: string, filter: Filter, fields?: readonly string[]): Promise<Row[]>;
  count(collection: string, filter: Filter): Promise<number>;
  /** True if a document matches the filter. */
  has(collection: string, filter: Filter): Promise<boolean>;
}

/** The documents of a collection that are walked through. */
export interface Documents {
  collection: string;
  /** Paths to read; absent: all. */
  fields?: readonly string[];
  /** Only documents that match this filter. */
  filter?: Filter;
  /** Number of documents that are read at a time; fewer for large documents. */
  page?: number;
}

/** A service's own database, for a task that reads all of it and writes nothing, while the service writes. */
export interface Database extends Reader {
  /** Yields the ids of a collection in their order, a page at a time. */
  ids(collection: string, options?: { filter?: Filter; page?: number }): AsyncIterable<string[]>;
  /** Yields each text that a field has in a collection once. An index leads from one text to the next. */
  values(collection: string, field: string, filter?: Filter): AsyncIterable<string>;
  /** True if the collection exists, even if it is empty. */
  exists(collection: string): Promise<boolean>;
  /**
   * Runs reads that see one snapshot. `read` may run several times. Errors: upstream_unavailable, and the errors of
   * `read`.
   */
  snapshot<T>(read: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Place {
  url: string;
  database: string;
}

/** Number of documents that are read at a time. */
const PAGE = 200;
/** Milliseconds until an attempt to find a server fails. */
const SELECTION_TIMEOUT = 10_000;
/** Maximum milliseconds of a snapshot: less than the minute after which MongoDB ends a transaction. */
const SNAPSHOT_MS = 30_000;

/** Connects. Unlike a service that starts, creates no index and no collection. Errors: those of the driver. */
export async function openDatabase({ url, database }: Place): Promise<Database> {
  const connection = await mongoose
    .createConnection(url, {
      dbName: database,
      autoIndex: false,
      autoCreate: false,
      maxPoolSize: 4,
      serverSelectionTimeoutMS: SELECTION_TIMEOUT,
    })
    .asPromise();
  return {
    ...readerOf(connection),
    async *ids(collection, { filter = {}, page = PAGE } = {}) {
      const options = { projection: { _id: 1 }, sort: { _id: 1 }, limit: page } as const;
      for (let after = '', isFull = true; isFull; ) {
        const behind = { $and: [filter, { _id: { $gt: after } }] };
        const rows = await connection
          .collection(collection)
          .find(behind as never, options)
          .toArray();
        const ids = rows.map(({ _id }) => String(_id));
        if (ids.length > 0) yield ids;
        after = ids.at(-1) ?? after;
        isFull = ids.length === page;
      }
    },
    async *values(collection, field, filter = {}) {
      const options = { projection: { [field]: 1 }, sort: { ...sortOf(filter), [field]: 1 } } as const;
      for (let after = ''; ; ) {
        const next = await connection.collection(collection).findOne({ ...filter, [field]: { $gt: after } }, options);
        if (!next) return;
        after = String(next[field]);
        yield after;
      }
    },
    async exists(collection) {
      return (await connection.listCollections()).some(({ name }) => name === collection);
    },
    snapshot(read) {
      const work = (session: ClientSession) => read(readerOf(connection, session));
      return runTransaction(connection, work, Date.now() + SNAPSHOT_MS);
    },
    close: () => connection.close(),
  };
}

const sortOf = (filter: Filter) => Object.fromEntries(Object.keys(filter).map((field) => [field, 1 as const]));

function readerOf(connection: Connection, session?: ClientSession): Reader {
  const scope = session ? { session } : {};
  return {
    async find<Row>(collection: string, filter: Filter, fields?: readonly string[]) {
      const projection = fields && Object.fromEntries(fields.map((path) => [path, 1]));
      const options = { ...scope, ...(projection && { projection }) };
      return (await connection
        .collection(collection)
        .find(filter as never, options)
        .toArray()) as unknown as Row[];
    },
    count: (collection, filter) => connection.collection(collection).countDocuments(filter as never, scope),
    async has(collection, filter) {
      const options = { ...scope, projection: { _id: 1 } };
      return (await connection.collection(collection).findOne(filter as never, options)) !== null;
    },
  };
}
