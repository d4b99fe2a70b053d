import { randomBytes } from 'node:crypto';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import mongoose from 'mongoose';
import { SERVICES } from '../../../deploy/local/processes.ts';

/**
 * Addresses of the database server and the broker for whole systems, from the test run. If an address is absent, each
 * system starts its own.
 */
interface Given {
  mongodbUrl?: string | undefined;
  natsUrl?: string | undefined;
}

const { SYSTEM_MONGODB_URL, SYSTEM_NATS_URL } = process.env;
const OF_THIS_RUN: Given = { mongodbUrl: SYSTEM_MONGODB_URL, natsUrl: SYSTEM_NATS_URL };

export interface SharedBackends {
  /** Environment variables for the system. */
  env: Record<string, string>;
  /** Call it before the first start of the system. */
  prepare(): Promise<void>;
  /** Call it after the last stop of the system. */
  cleanUp(): Promise<void>;
}

/**
 * Gives each system its own databases. `prepare` deletes all streams, so that the broker has no events of an earlier
 * system.
 */
export function shareBackends({ mongodbUrl, natsUrl } = OF_THIS_RUN): SharedBackends {
  const prefix = `test_${randomBytes(4).toString('hex')}`;
  return {
    env: {
      ...(mongodbUrl && { MONGODB_URL: mongodbUrl, MONGODB_DATABASE_PREFIX: prefix }),
      ...(natsUrl && { NATS_URL: natsUrl }),
    },
    prepare: () => (natsUrl ? deleteStreams(natsUrl) : Promise.resolve()),
    cleanUp: () => (mongodbUrl ? dropDatabases(mongodbUrl, prefix) : Promise.resolve()),
  };
}

async function deleteStreams(servers: string): Promise<void> {
  const connection = await connect({ servers });
  const { streams } = await jetstreamManager(connection);
  for await (const { config } of streams.list()) await streams.delete(config.name);
  await connection.close();
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new mongoose.mongo.MongoClient(url);
  for (const service of SERVICES) await client.db(`${prefix}_${service}`).dropDatabase();
  await client.close();
}
