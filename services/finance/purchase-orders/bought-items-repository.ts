import { mongo } from 'mongoose';
import { TimeSlices } from '#chassis/concurrency/time-slices.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { inTime } from '#chassis/mongo/read-limits.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import type { PurchaseOrder, PurchaseOrderStatus } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

/** An item that names a material, with the supplier and the status of its order. */
export interface BoughtItem extends Pick<PurchaseOrder, 'supplierId' | 'status'> {
  materialId: string;
  skuId: string | null;
  unit: string | null;
  qty: string;
  receivedQty: string;
  forOrders: PurchaseOrder['items'][number]['forOrders'];
}

/** Finds what was bought of materials. */
export interface BoughtItems {
  /**
   * Items with these materials: of orders that are still to be received, drafts too, and those that were bought for one of
   * the sales orders. Items of cancelled orders are left out. Errors: deadline_exceeded at `deadline` (epoch milliseconds).
   */
  bought(
    scope: ReadScope,
    materialIds: ReadonlySet<string>,
    salesOrderIds: readonly string[],
    deadline: number,
  ): Promise<BoughtItem[]>;
}

const AWAITED = ['draft', 'approved', 'issued', 'partially_received'] as const satisfies PurchaseOrderStatus[];
const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;
const BY_SALES_ORDER = { orgId: 1, 'items.forOrders.salesOrderId': 1 } as const;
/** Number of sales orders in one query. */
const IDS = 500;
/** Orders of one batch of the cursor. An order has up to 500 items. */
const BATCH_SIZE = 100;

type Found = Pick<PurchaseOrder, 'supplierId' | 'status' | 'items'> & { _id: string };

export function boughtItems({ connection }: Pick<Store, 'connection'>): BoughtItems {
  const { collection } = recordModel(connection, purchaseOrderModel);
  const projection = { supplierId: 1, status: 1, items: 1 };

  /** Reads orders one by one, in time slices. Only the items with the materials are kept. */
  async function read(
    scope: ReadScope,
    filter: object,
    { hint, deadline }: { hint: Record<string, 1>; deadline: number },
    visit: (order: Found) => void,
  ): Promise<void> {
    const own = { orgId: scope.orgId, ...filter };
    const options = { projection, hint, batchSize: BATCH_SIZE, raw: true, ...sessionOf(scope) };
    const timeSlices = new TimeSlices();
    await inTime({ deadline }, async (time) => {
      const cursor = collection.find(own as never, { ...options, ...time });
      for await (const bytes of cursor as unknown as AsyncIterable<Uint8Array>) {
        await timeSlices.giveWay();
        visit(mongo.BSON.deserialize(bytes) as Found);
      }
    });
  }

  return {
    async bought(scope, materialIds, salesOrderIds, deadline) {
      const orders = new Map<string, BoughtItem[]>();
      const visit = (order: Found) => {
        if (order.status !== 'cancelled') orders.set(order._id, itemsOf(order, materialIds));
      };
      await read(scope, { status: { $in: AWAITED } }, { hint: BY_STATUS, deadline }, visit);
      for (let from = 0; from < salesOrderIds.length; from += IDS) {
        const some = salesOrderIds.slice(from, from + IDS);
        await read(scope, { 'items.forOrders.salesOrderId': { $in: some } }, { hint: BY_SALES_ORDER, deadline }, visit);
      }
      return [...orders.values()].flat();
    },
  };
}

const itemsOf = ({ supplierId, status, items }: Found, materialIds: ReadonlySet<string>): BoughtItem[] =>
  items.flatMap(({ materialId, materialSkuId: skuId = null, unit, qty, receivedQty, forOrders = [] }) =>
    materialId === null || !materialIds.has(materialId)
      ? []
      : [{ supplierId, status, materialId, skuId, unit, qty, receivedQty, forOrders }],
  );
