import { namedBy } from '#chassis/mongo/document-ids.ts';
import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { sessionOf } from '#chassis/records/records.ts';
import type { ReadScope } from '#chassis/unit-of-work/write.ts';
import { MATCHABLE, withPaymentDefaults } from './domain/payment.ts';
import type { PurchaseOrder } from './domain/purchase-order.ts';
import type { PurchaseOrderDependencies } from './purchase-order-dependencies.ts';
import { purchaseOrderModel } from './purchase-order-model.ts';

/** The fields of an order that a payment is compared with. */
export type OpenPurchaseOrder = Pick<
  PurchaseOrder,
  'id' | 'documentId' | 'status' | 'currency' | 'total' | 'paid' | 'remaining' | 'supplierId' | 'supplierName'
>;

/** Finds the unpaid orders that a payment may be for. */
export interface OpenPurchaseOrders {
  /**
   * Unpaid orders in the currency that have one of the unpaid amounts or one of the numbers. At most MAX_FOUND are
   * returned for the amounts, and MAX_FOUND for the numbers.
   */
  matching(scope: ReadScope, wanted: WantedOrders): Promise<OpenPurchaseOrder[]>;
}

interface WantedOrders {
  currency: string;
  amounts: readonly string[];
  numbers: readonly string[];
}

/** Maximum number of orders that one query returns. */
const MAX_FOUND = 1_000;
const projection = { documentId: 1, status: 1, currency: 1, total: 1, paid: 1, remaining: 1, supplierId: 1 } as const;

type Found = Omit<OpenPurchaseOrder, 'id' | 'supplierName'> & { _id: string };

export function openPurchaseOrders({
  store,
  dependencies,
}: {
  store: Pick<Store, 'connection'>;
  dependencies: PurchaseOrderDependencies;
}): OpenPurchaseOrders {
  const { collection } = recordModel(store.connection, purchaseOrderModel);

  /** Finds orders by one field. Each field has its own index. */
  async function having(scope: ReadScope, currency: string, named: object): Promise<Found[]> {
    const filter = { orgId: scope.orgId, ...named, status: { $in: MATCHABLE }, currency };
    const found = collection.find(filter as never, { projection, limit: MAX_FOUND, ...sessionOf(scope) });
    return (await found.toArray()) as unknown as Found[];
  }

  return {
    async matching(scope, { currency, amounts, numbers }) {
      const byAmount = amounts.length > 0 ? await having(scope, currency, { remaining: { $in: amounts } }) : [];
      const byNumber = numbers.length > 0 ? await having(scope, currency, namedBy(scope.orgId, numbers)) : [];
      const found = [...new Map([...byAmount, ...byNumber].map((one) => [one._id, one])).values()];
      const suppliers = await dependencies.suppliers(scope, [...new Set(found.map(({ supplierId }) => supplierId))]);
      return found.map(({ _id, ...one }) => {
        const supplierName = suppliers.get(one.supplierId)?.name ?? '';
        return withPaymentDefaults({ id: _id, ...one, supplierName });
      });
    },
  };
}
