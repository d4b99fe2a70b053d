import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import type { System } from '../system/system.ts';

/** Runs `work` with a connection to the broker of a system, as its administrator. */
export async function withBroker<T>(system: System, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const { url, pid } = system.run.nats;
  const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8'));
  const admin = pid === null ? {} : { user: 'admin', pass: secrets.natsAdminPassword as string };
  const connection = await connect({ servers: url, ...admin });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** The same, for its streams. */
export function withStreams<T>(system: System, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  return withBroker(system, async (connection) => work(await jetstreamManager(connection)));
}

/** Events that notification was not handed yet. One whose acknowledgement was lost is handed again, and recognised. */
export function backlog(system: System): Promise<number> {
  return withStreams(system, async (manager) => (await manager.consumers.info('EVENTS', 'notification')).num_pending);
}
