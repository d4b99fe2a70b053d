import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { System } from '../system/system.ts';

/** Runs `work` on the broker of a system, as its administrator. */
export async function withStreams<T>(system: System, work: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const { url, pid } = system.run.nats;
  const secrets = JSON.parse(readFileSync(join(system.dataDir, 'secrets.json'), 'utf8'));
  const admin = pid === null ? {} : { user: 'admin', pass: secrets.natsAdminPassword as string };
  const connection = await connect({ servers: url, ...admin });
  try {
    return await work(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}

/** Events that notification was not handed yet. One whose acknowledgement was lost is handed again, and recognised. */
export function backlog(system: System): Promise<number> {
  return withStreams(system, async (manager) => (await manager.consumers.info('EVENTS', 'notification')).num_pending);
}
