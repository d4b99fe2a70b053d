import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { type KeptSums, keptSums } from '../documents/kept-sums-repository.ts';
import { type CountedPurchase, OPEN_PART, purchaseCells } from './domain/purchase-cells.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

/** A purchase order as the sums count it. */
export type SummedPurchase = CountedPurchase & Pick<PurchaseOrder, 'id' | 'orgId' | 'supplierId' | 'countedPaid'>;

/** Unpaid amounts of suppliers by day (ADR 70). */
export type PurchaseSums = KeptSums<SummedPurchase>;

/** The fields of SummedPurchase. */
const FIELDS = {
  orgId: 1,
  supplierId: 1,
  countedPaid: 1,
  revision: 1,
  status: 1,
  currency: 1,
  orderDate: 1,
  expectedDeliveryDate: 1,
  taxRate: 1,
  total: 1,
  paid: 1,
  'items.qty': 1,
  'items.receivedQty': 1,
  'items.unitPrice': 1,
  'items.taxRate': 1,
} as const;

/** Orders in one batch of the cursor. */
const BATCH_SIZE = 1_000;

/** Finds the orders that may not be counted. `isUncounted` decides. */
export const UNCOUNTED_PURCHASES = {
  filter: { $or: [{ paid: { $ne: '0' } }, { countedPaid: { $ne: '0' } }] },
  fields: ['paid', 'countedPaid'],
  isUncounted: (order: object): boolean => !isCounted(order as SummedPurchase),
};

export function purchaseSums(store: Pick<Store, 'connection'>): PurchaseSums {
  const { collection } = recordModel(store.connection, purchaseOrderModel);
  return keptSums<SummedPurchase>({
    store,
    collection: 'purchase_sums',
    root: OPEN_PART,
    isCounted,
    markOf: ({ paid }) => ({ filter: { paid }, set: { countedPaid: paid } }),
    partyOf: ({ orgId, supplierId }) => ({ orgId, partyId: supplierId }),
    cellsOf: purchaseCells,
    async *documentsOf({ session }, { orgId, partyId }) {
      const filter = { orgId, supplierId: partyId };
      const found = collection.find(filter as never, { projection: FIELDS, batchSize: BATCH_SIZE, session });
      for await (const { _id, ...order } of found) yield { id: _id, ...order } as never;
    },
  });
}

/**
 * An earlier version drops the counted payment when it changes an order, except when a bank line pays it: then it changes
 * only the payment.
 */
const isCounted = ({ paid, countedPaid }: SummedPurchase): boolean => typeof paid === 'string' && countedPaid === paid;
