import { invalidField } from '#chassis/domain/errors.ts';
import { parseDecimal } from '#chassis/domain/money.ts';
import { requireLoaded } from '../documents/domain/named.ts';
import { payPurchaseOrder } from '../purchase-orders/domain/payment.ts';
import type { OpenPurchaseOrder } from '../purchase-orders/open-orders-repository.ts';
import type { PurchaseOrderPayments } from '../purchase-orders/payment-repository.ts';
import type { PurchaseOrderRepository } from '../purchase-orders/repository.ts';
import type { OpenItem } from './domain/open-item.ts';
import type { OpenItemSource } from './open-items.ts';

/**
 * Purchase orders as open items, for outgoing money. A purchase order stores its paid amount, but does not show it to
 * callers.
 */
export function purchaseOrderOpenItems(
  purchaseOrders: Pick<PurchaseOrderRepository, 'lockAll' | 'load' | 'matching'>,
  payments: PurchaseOrderPayments,
): OpenItemSource {
  return {
    async lock(tx, id) {
      await purchaseOrders.lockAll(tx, { id });
    },
    async load(tx, id) {
      const order = await requireLoaded(purchaseOrders.load(tx, { id }), () => none(id));
      return {
        item: openItemOf(order),
        async pay({ amount }) {
          await payments.save(tx, order, payPurchaseOrder(order, amount));
          return null;
        },
      };
    },
    async takeBack(tx, { key }, { amount }) {
      const order = await purchaseOrders.load(tx, { id: key });
      await payments.save(tx, order, payPurchaseOrder(order, parseDecimal(0).minus(amount)));
    },
    find: async (scope, wanted) => (await purchaseOrders.matching(scope, wanted)).map(openItemOf),
  };
}

const openItemOf = (order: OpenPurchaseOrder): OpenItem => ({
  type: 'purchase_order',
  id: order.documentId,
  key: order.id,
  number: order.documentId,
  currency: order.currency,
  remaining: order.remaining,
  name: order.supplierName,
});

const none = (id: string) =>
  invalidField(
    ['body', 'id'],
    'there is no such purchase order; POST /api/v1/purchase-orders/direct-cost creates one',
    id,
  );
