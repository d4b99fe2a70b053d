import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { reconcile } from '../../services/topology/reconcile.ts';
import { durableConsumer, topology } from '../../services/topology/topology.ts';
import type { GuardedNats } from './backends/guarded-nats.ts';
import { silent } from './backends/mongo.ts';

/** A durable consumer for a test. */
interface Subscription {
  durable: string;
  filters: string[];
}

/** Declares the streams and consumers of the process topology, and the consumers in `more`. */
export async function declareTopology(servers: string, ...more: Subscription[]): Promise<void> {
  const { streams, consumers } = topology(1);
  const connection = await connect({ servers });
  const manager = await jetstreamManager(connection);
  await reconcile(manager, { streams, consumers: [...consumers, ...more.map(durableConsumer)] }, silent);
  await connection.close();
}

/** Declares the same streams and consumers on a broker with users, as the user topology. */
export async function declareGuarded({ url, passwordOf }: GuardedNats): Promise<void> {
  const credentials = { user: 'topology', pass: passwordOf('topology'), inboxPrefix: '_INBOX.topology' };
  const connection = await connect({ servers: url, ...credentials });
  await reconcile(await jetstreamManager(connection, { checkAPI: false }), topology(1), silent);
  await connection.close();
}
