import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/nats-core';
import { connect } from '@nats-io/transport-node';
import type { System } from '../system/system.ts';

/** Runs `work` with a connection to the broker of a system, as the broker's admin user. */
export async function withBroker<T>(system: System, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const { url, pid } = system.run.nats;
  const admin = pid === null ? {} : { user: 'admin', pass: system.secrets.natsAdminPassword };
  const connection = await connect({ servers: url, ...admin });
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

/** Runs `work` with the JetStream manager of a system's broker. */
export function withStreams<T>(system: System, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  return withBroker(system, async (connection) => work(await jetstreamManager(connection)));
}

/**
 * Number of events that the consumer of notification has not received yet. If an acknowledgement is lost, the event is
 * delivered again, and notification recognises the duplicate.
 */
export function backlog(system: System): Promise<number> {
  return withStreams(system, async (manager) => (await manager.consumers.info('EVENTS', 'notification')).num_pending);
}
