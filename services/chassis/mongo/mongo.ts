import { setTimeout as delay } from 'node:timers/promises';
import mongoose, { type Connection } from 'mongoose';
import { AppError } from '../domain/errors.ts';
import type { Logger } from '../runtime/logger.ts';
import { mongoPool } from '../runtime/metrics.ts';
import { type Fingerprint, openFingerprint, WrongKeyError } from '../secrets/hashing-key.ts';
import { createSealedFields, type SealedFields } from '../secrets/seal.ts';
import { endWritesWithTheirConnection } from './driver-internals.ts';
import { IndexBuilder } from './index-builder.ts';
import { runTransaction, type Work } from './transaction.ts';

/** Milliseconds between two attempts to connect. */
const RETRY_EVERY = 1000;
/** Milliseconds that a start waits for the connection. */
const START_PATIENCE = 10_000;
/** Milliseconds until the deadline of a write without one. */
const WRITE_DEADLINE = 8000;
/**
 * Milliseconds. Shorter than the deadline of a read, even on a busy machine, so that the caller learns which part is
 * down.
 */
const SELECTION_TIMEOUT = 2000;
const CONNECT_TIMEOUT = 5000;
/**
 * Milliseconds. Longer than any deadline. Without this limit, a silent connection and its memory would be held forever.
 */
const SILENCE_TIMEOUT = 10_000;

/** A service's own database, as a part of the process. */
export interface Store {
  readonly name: string;
  readonly connection: Connection;
  readonly logger: Logger;
  readonly sealed: SealedFields;
  /**
   * Hashes values that are looked up, but not stored as plain text. Errors: upstream_unavailable until the database has
   * been reached.
   */
  readonly fingerprint: Fingerprint;
  /**
   * Runs `work` in a transaction. After a transient error runs it again, until `deadline` (epoch ms; default 8 s from
   * now). Errors: LostRace, outcome_unknown, upstream_unavailable, and the errors of `work`.
   */
  transaction<T>(work: Work<T>, deadline?: number): Promise<T>;
  /**
   * Waits up to 10 s for the connection and the indexes. After that, the attempts continue in the background. Errors:
   * WrongKeyError.
   */
  start(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
  /** True, or the reason why the database is not ready. */
  ready(): true | string;
}

interface StoreOptions {
  url: string;
  database: string;
  /** Base64, 32 bytes each. The first key seals, all keys open. */
  encryptionKeys: readonly string[];
  logger: Logger;
}

/** A new record's id: unique everywhere; later ids are larger. */
export const newId = (): string => new mongoose.mongo.ObjectId().toHexString();

/** Opens the database without waiting for it. If the server is down, the attempts to reach it never stop. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { logger } = options;
  mongoose.set('bufferTimeoutMS', SELECTION_TIMEOUT);
  const connection = mongoose.createConnection();
  const closing = new AbortController();
  const indexes = new IndexBuilder(connection, logger, closing.signal);
  const sealed = createSealedFields(options.encryptionKeys);
  let fingerprint: Fingerprint | undefined;
  let fault = 'MongoDB is not connected';
  const connecting = connect(connection, options, sealed, closing.signal).then((opened) => {
    fingerprint = opened;
  });
  connecting.catch((error: WrongKeyError) => {
    fault = error.message;
    logger.error({ err: error, database: options.database }, 'The database cannot be used');
  });

  async function prepare(deadline: number): Promise<void> {
    if (fingerprint && indexes.complete()) return;
    await within(
      connecting.then(() => indexes.build()),
      deadline,
    );
  }
  async function close(): Promise<void> {
    closing.abort();
    await connecting.catch(() => undefined);
    await connection.close();
  }

  return {
    name: 'mongodb',
    connection,
    logger,
    sealed,
    fingerprint(text) {
      if (!fingerprint) throw unavailable();
      return fingerprint(text);
    },
    async transaction(work, deadline = Date.now() + WRITE_DEADLINE) {
      await prepare(deadline);
      return runTransaction(connection, work, deadline);
    },
    async start() {
      await prepare(Date.now() + START_PATIENCE).catch((error) => {
        if (error instanceof WrongKeyError) throw error;
        logger.warn({ database: options.database }, 'Starting without the database');
      });
    },
    stop: close,
    close,
    ready() {
      if (connection.readyState !== 1 || !fingerprint) return fault;
      return indexes.complete() || indexes.fault;
    },
  };
}

/** Connects, and repeats until it succeeds. Undefined when `signal` has stopped it. Errors: WrongKeyError. */
async function connect(
  connection: Connection,
  options: StoreOptions,
  sealed: SealedFields,
  signal: AbortSignal,
): Promise<Fingerprint | undefined> {
  let opened = false;
  while (!signal.aborted) {
    try {
      if (!opened) await openConnection(connection, options);
      opened = true;
      return await openFingerprint(connection, sealed, options.encryptionKeys);
    } catch (error) {
      if (error instanceof WrongKeyError) throw error;
      options.logger.warn({ err: error, database: options.database }, 'MongoDB cannot be reached');
      await delay(RETRY_EVERY, undefined, { signal }).catch(() => undefined);
    }
  }
  return undefined;
}

async function openConnection(connection: Connection, { url, database }: StoreOptions): Promise<void> {
  const opening = connection.openUri(url, {
    dbName: database,
    w: 'majority',
    retryWrites: true,
    autoIndex: false,
    autoCreate: false,
    maxPoolSize: 64,
    serverSelectionTimeoutMS: SELECTION_TIMEOUT,
    waitQueueTimeoutMS: SELECTION_TIMEOUT,
    connectTimeoutMS: CONNECT_TIMEOUT,
    socketTimeoutMS: SILENCE_TIMEOUT,
  });
  watchPool(connection);
  await opening;
}

/** Updates the metrics of the pool: open connections, connections in use, and callers that wait for one. */
function watchPool(connection: Connection): void {
  const open = mongoPool.labels('open');
  const inUse = mongoPool.labels('in_use');
  const waiting = mongoPool.labels('waiting');
  connection
    .getClient()
    .on('connectionCreated', () => open.inc())
    .on('connectionClosed', () => open.dec())
    .on('connectionCheckOutStarted', () => waiting.inc())
    .on('connectionCheckOutFailed', () => waiting.dec())
    .on('connectionCheckedOut', () => {
      waiting.dec();
      inUse.inc();
    })
    .on('connectionCheckedIn', () => inUse.dec());
}

/** Errors: upstream_unavailable if `work` has not ended by `deadline`. */
async function within<T>(work: Promise<T>, deadline: number): Promise<T> {
  // A deadline from gRPC may have a fraction, which a timer does not accept.
  const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(deadline - Date.now())));
  const late = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(unavailable()));
  });
  return Promise.race([work, late]);
}

const unavailable = () => new AppError('upstream_unavailable', 'The database is unavailable', { retryAfter: 2 });

endWritesWithTheirConnection();
