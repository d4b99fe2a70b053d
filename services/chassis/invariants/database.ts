import mongoose, { type ClientSession, type Connection } from 'mongoose';
import { runTransaction } from '../mongo/transaction.ts';

type Filter = Record<string, unknown>;

/** Documents of a service's database, as they are stored. */
export interface Reader {
  /** Documents that match the filter, unordered. `fields`: paths that are read; none: all. Errors: of the database. */
  find<Row>(collection: string, filter: Filter, fields?: readonly string[]): Promise<Row[]>;
  count(collection: string, filter: Filter): Promise<number>;
  /** Whether any document matches the filter. */
  has(collection: string, filter: Filter): Promise<boolean>;
}

/** Documents of a collection, as they are walked through. */
export interface Documents {
  collection: string;
  /** Paths that are read of them; none: all. */
  fields?: readonly string[];
  /** Only documents that match. */
  filter?: Filter;
  /** Documents that are held at once; fewer where they are large. */
  page?: number;
}

/** A service's own database, for who reads all of it and writes nothing, while others write. */
export interface Database extends Reader {
  /** The ids of a collection in their order, a page at a time. */
  ids(collection: string, options?: { filter?: Filter; page?: number }): AsyncIterable<string[]>;
  /** The texts that a field has among documents of a collection, each once. An index leads from one to the next. */
  values(collection: string, field: string, filter?: Filter): AsyncIterable<string>;
  /** Whether there is such a collection, be it empty. */
  exists(collection: string): Promise<boolean>;
  /** Reads that see one moment. `read` may run several times. Errors: upstream_unavailable, and what `read` throws. */
  snapshot<T>(read: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Place {
  url: string;
  database: string;
}

/** Documents that are held at once. */
const PAGE = 200;
/** Milliseconds. */
const SELECTION_TIMEOUT = 10_000;
/** Milliseconds that a snapshot may be read, below the minute after which MongoDB ends a transaction. */
const SNAPSHOT_MS = 30_000;

/** Connects. Makes no index and no collection, as a service does when it starts. Errors: of the driver. */
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
