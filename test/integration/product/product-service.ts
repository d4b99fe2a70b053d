import { afterAll } from '@jest/globals';
import type { AppError } from '#chassis/domain/errors.ts';
import type { EventBus } from '#chassis/messaging/event-bus.ts';
import { connect, type RpcClient } from '#chassis/rpc/grpc-client.ts';
import type { ProductPeers } from '../../../services/product/peers.ts';
import { product } from '../../../services/product/product.ts';
import { logger } from '../../support/grpc.ts';
import { type RunningService, startService } from '../../support/service/running-service.ts';

export interface ProductService extends RunningService {
  suppliers: RpcClient<'product', 'SupplierService'>;
  materials: RpcClient<'product', 'MaterialService'>;
  clients: RpcClient<'product', 'ClientService'>;
  styles: RpcClient<'product', 'StyleService'>;
  boms: RpcClient<'product', 'BomService'>;
  exchangeRates: RpcClient<'product', 'ExchangeRateService'>;
  /** Client with the certificate of finance. */
  snapshots: RpcClient<'product', 'SnapshotService'>;
  finance: FakeFinance;
  parts: ReturnType<typeof product>;
}

/** A fake finance for deletes in product. `asked`: targets of ReleaseRecords; `kept`: targets of KeepRecords. */
interface FakeFinance {
  asked: string[][];
  kept: string[][];
  refusal?: AppError | undefined;
  /** Runs during the next call of ReleaseRecords. */
  meanwhile?: (() => Promise<unknown>) | undefined;
}

const idle = async () => {};
/** A bus without events of other services. */
const noBus: Pick<EventBus, 'consume'> = { consume: () => ({ name: 'events', start: idle, stop: idle }) };

/** Starts product for the tests of a file. */
export async function openProduct(): Promise<ProductService> {
  const product = await startProduct();
  afterAll(() => product.close(), 30_000);
  return product;
}

/** Starts product with a fake finance and a fake identity that agrees to all deletes. */
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
    persons: async () => new Map(),
  } satisfies Partial<ProductPeers>;
  // product reads documents of finance only for events, and these tests have none.
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
