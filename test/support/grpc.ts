import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Metadata } from '@grpc/grpc-js';
import { databaseFault } from '#chassis/mongo/transaction.ts';
import { unaryCall } from '#chassis/rpc/client-call.ts';
import { type CallContext, CONTEXT_ENTRY, encodeContext } from '#chassis/rpc/context.ts';
import { implement, type ServiceImplementation, type UnaryMethod, unary } from '#chassis/rpc/endpoint.ts';
import { type CallOptions, connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import { serveGrpc } from '#chassis/rpc/grpc-server.ts';
import { PeerChannel } from '#chassis/rpc/peer-channel.ts';
import { type Domain, loadService, type Rpcs, type ServiceName } from '#chassis/rpc/proto.ts';
import { fromStatus } from '#chassis/rpc/status.ts';
import { createLogger } from '#chassis/runtime/logger.ts';
import { RecordRequest } from '#proto/common/v1/contract.ts';
import { client } from '#proto/product/v1/contract.ts';
import { type CertificateFiles, ensureCertificates } from '../../deploy/local/certificates/certificates.ts';
import type { ProcessName } from '../../deploy/local/processes.ts';

export type ClientService = RpcClient<'product', 'ClientService'> & { close(): void };
type ClientMethods = {
  [Name in keyof Rpcs<'product', 'ClientService'>]: UnaryMethod<Rpcs<'product', 'ClientService'>[Name]['reply']>;
};

export const logger = createLogger('test', 'silent');

type Certificates<Name extends string> = Record<Name, CertificateFiles>;

/** The certificates of the test run: one CA, and a certificate for each process. */
export function certificatesOf<Name extends ProcessName>(...names: Name[]): Promise<Certificates<Name>> {
  return certificatesIn(String(process.env.TEST_CERTIFICATES), names);
}

/** Certificates of another CA, which the processes of the test run do not trust. */
export function foreignCertificates<Name extends ProcessName>(...names: Name[]): Promise<Certificates<Name>> {
  return certificatesIn(mkdtempSync(join(tmpdir(), 'selvedge-tls-')), names);
}

async function certificatesIn<Name extends string>(folder: string, names: Name[]): Promise<Certificates<Name>> {
  return Object.fromEntries(await ensureCertificates(folder, names)) as Certificates<Name>;
}

export const aClient = {
  id: 'c1',
  name: 'Acme',
  country: 'DE',
  maxAccountValue: 1000.5,
  currency: 'EUR',
  priceCategory: null,
  paymentTerms: 'net 30',
  contacts: [],
  deliveryAddresses: [],
  billingAddress: null,
  taxId: null,
  ordersCount: 0,
  status: 'active',
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-01T00:00:00.000Z',
};
export const aReply = { record: aClient, revision: 1, eventId: '', replayed: false };

/** The ClientService of product. All rpcs give the same answer, except for `methods`. */
export function clientService(methods: Partial<ClientMethods> = {}): ServiceImplementation {
  const reply = async () => aReply;
  return implement('product', 'ClientService', {
    CreateClient: unary(client.requests.create, reply),
    GetClient: unary(RecordRequest, reply),
    ListClients: unary(client.requests.list, async () => ({ data: [aClient], total: 1 })),
    UpdateClient: unary(client.requests.update, reply),
    DeleteClient: unary(RecordRequest, async ({ id }) => ({ deletedId: id, eventId: 'evt_1', replayed: false })),
    ArchiveClient: unary(RecordRequest, reply),
    RestoreClient: unary(RecordRequest, reply),
    ImportClients: unary(client.requests.import, async ({ clients }) => ({
      created: clients.length,
      eventId: '',
      replayed: false,
    })),
    ...methods,
  });
}

export const serve = (
  tls: CertificateFiles,
  service: ServiceImplementation,
  options: { port?: number; handshakeTimeout?: number } = {},
) =>
  serveGrpc({
    host: '127.0.0.1',
    port: 0,
    tls,
    services: [service],
    logger,
    faultOf: databaseFault,
    drainTimeout: 1_000,
    ...options,
  });

/** A channel to the process `peer` on this machine. */
export const channelTo = (peer: string, port: number, tls: CertificateFiles, source = 'gateway'): PeerChannel =>
  new PeerChannel({ peer, address: `127.0.0.1:${port}`, tls, logger, source });

/**
 * Client of a service. A call has the deadline that the test passes, and by default none: for tests of calls that wait,
 * on slow machines too.
 */
export function connectPatiently<D extends Domain, S extends ServiceName<D>>(
  domain: D,
  serviceName: S,
  channel: PeerChannel,
): RpcClient<D, S> {
  const rpcs = Object.entries(loadService(domain, serviceName)).map(([name, rpc]) => [
    name.charAt(0).toLowerCase() + name.slice(1),
    (request: object, { context, deadline = Number.POSITIVE_INFINITY }: CallOptions) => {
      const metadata = new Metadata();
      metadata.set(CONTEXT_ENTRY, encodeContext(context));
      return unaryCall(channel, rpc, request, metadata, deadline).catch((error) => {
        throw fromStatus(error, channel.peer);
      });
    },
  ]);
  return Object.fromEntries(rpcs);
}

/** Client of product's ClientService, with a separate channel. */
export function connectTo(port: number, tls: CertificateFiles): ClientService {
  const channel = channelTo('product', port, tls);
  return { ...connect('product', 'ClientService', channel), close: () => channel.close() };
}

export const staff: CallContext = {
  requestId: 'req-1',
  principal: { kind: 'user', id: 'u1', orgId: 'o1', role: 'staff' },
};

export const newClient = { client: { name: 'Acme', country: 'DE', maxAccountValue: 1, currency: 'EUR', contacts: [] } };
