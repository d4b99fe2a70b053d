import type { Store } from '#chassis/mongo/mongo.ts';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import type { ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { serveGrpc } from '#chassis/rpc/grpc-server.ts';
import type { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { createWriter, type Writer } from '#chassis/unit-of-work/write.ts';
import type { ProcessName } from '../../../deploy/local/processes.ts';
import { dropStore, openTestStore, sharedMongo, type TestMongo } from '../backends/mongo.ts';
import { certificatesOf, channelTo, logger } from '../grpc.ts';
import { watched } from '../read-plans.ts';
import { deadRelay } from '../writing.ts';

type Services = [ServiceImplementation, ...ServiceImplementation[]];

export interface RunningService {
  mongo: TestMongo;
  store: Store;
  writer: Writer;
  /** A channel with the certificate of `source`. */
  channelFrom(source: ProcessName): Promise<PeerChannel>;
  /** Closes the gRPC server. Later calls fail, as if the service were down. */
  stopServing(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves the rpcs of a service on a new database, or as a second replica on the database of `beside`. Events stay in
 * the outbox, and the background workers of the service do not run.
 */
export async function startService<Parts extends { services: Services }>(
  name: 'identity' | 'product' | 'finance',
  open: (data: { store: Store; writer: Writer }) => Parts,
  beside?: RunningService,
): Promise<RunningService & { parts: Parts }> {
  const mongo = beside?.mongo ?? (await sharedMongo());
  const store = await openTestStore({ url: watched(mongo.url) }, beside?.store.connection.name);
  const writer = createWriter({ store, service: name, relay: deadRelay() });
  const parts = open({ store, writer });
  await store.start();
  const tls = (await certificatesOf(name))[name];
  const options = { host: '127.0.0.1', port: 0, logger, drainTimeout: 1_000, faultOf: databaseFault };
  const server = await serveGrpc({ ...options, tls, services: parts.services });
  const channels: PeerChannel[] = [];
  return {
    mongo,
    store,
    writer,
    parts,
    async channelFrom(source) {
      const channel = channelTo(name, server.port, (await certificatesOf(source))[source], source);
      channels.push(channel);
      return channel;
    },
    stopServing: () => server.drain(),
    async close() {
      for (const channel of channels) channel.close();
      await server.drain();
      if (beside) return store.close();
      await dropStore(store);
      await mongo.stop();
    },
  };
}
