import type { AppError } from '#chassis/domain/errors.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { ProductPeers } from '../../../services/product/peers.ts';
import { product } from '../../../services/product/product.ts';
import { logger } from '../../support/grpc.ts';
import { type RunningService, startService } from '../../support/running-service.ts';

export interface ProductService extends RunningService {
  suppliers: RpcClient<'product', 'SupplierService'>;
  materials: RpcClient<'product', 'MaterialService'>;
  clients: RpcClient<'product', 'ClientService'>;
  styles: RpcClient<'product', 'StyleService'>;
  boms: RpcClient<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  /** With finance's certificate. */
  snapshots: RpcClient<'product', 'SnapshotService'>;
  finance: FakeFinance;
}

/** finance as product calls it before a delete: the targets that it was asked to release, and those that it may keep. */
interface FakeFinance {
  asked: string[][];
  kept: string[][];
  refusal?: AppError | undefined;
  /** Work while it is asked. */
  meanwhile?: (() => Promise<unknown>) | undefined;
}

const idle = async () => {};
/** Without the events of other services. */
const noBus: Pick<EventBus, 'consume'> = { consume: () => ({ name: 'events', start: idle, stop: idle }) };

/** product, between a finance that is told what to say and an identity that agrees to everything. */
export async function startProduct(): Promise<ProductService> {
  const finance: FakeFinance = { asked: [], kept: [] };
  const peers = {
    finance: {
      async releaseRecords(request) {
        finance.asked.push(targetsOf(request));
        const { meanwhile } = finance;
        finance.meanwhile = undefined;
        await meanwhile?.();
        if (finance.refusal) throw finance.refusal;
        return { users: [] };
      },
      async keepRecords(request) {
        finance.kept.push(targetsOf(request));
        return {};
      },
    },
    identity: { releaseRecords: async () => ({ users: [] }), keepRecords: async () => ({}) },
  } satisfies Partial<ProductPeers>;
  // Documents are read for events alone.
  const open = (data: object) => product({ ...data, bus: noBus, peers: peers as never, logger } as never);
  const running = await startService('product', ({ store, writer }) => open({ store, writer }));
  const channel = await running.channelFrom('gateway');
  return {
    ...running,
    finance,
    suppliers: connect('product', 'SupplierService', channel),
    materials: connect('product', 'MaterialService', channel),
    clients: connect('product', 'ClientService', channel),
    styles: connect('product', 'StyleService', channel),
    boms: connect('product', 'BomService', channel),
    exchangeRates: connect('product', 'ExchangeRateService', channel),
    snapshots: connect('product', 'SnapshotService', await running.channelFrom('finance')),
  };
}

const targetsOf = (request: object) => (request as { targets: string[] }).targets;
