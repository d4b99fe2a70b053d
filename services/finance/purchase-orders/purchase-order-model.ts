import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { purchaseOrder } from '#proto/finance/v1/purchase-order.contract.ts';
import { instantText } from '../documents/domain/sort-keys.ts';
import { type PurchaseOrder, purchaseOrderSortKeys } from './domain/purchase-order.ts';

/** Storage and lists of purchase orders. */
export const purchaseOrderModel: RecordModel<PurchaseOrder> = {
  resource: purchaseOrder.title,
  collection: 'purchase_orders',
  fields: {
    ...purchaseOrder.stored,
    documentId: String,
    supplierName: LOOKED_UP,
    // Up to 500 items. Not typed, because no field of an item needs casting.
    items: Array,
    paid: String,
    remaining: String,
    countedPaid: String,
    versions: Array,
  },
  list: {
    sorts: purchaseOrder.sorts,
    otherSorts: purchaseOrder.otherSorts,
    sortKeys: purchaseOrderSortKeys,
    dates: { orderDate: instantText, expectedDeliveryDate: instantText },
    filters: ['status', 'supplierId'],
    totals: { amounts: purchaseOrder.amounts },
    partFilters: { materialId: 'items.materialId', materialSkuId: 'items.materialSkuId' },
    searches: purchaseOrder.searches,
  },
  unique: ['documentId'],
  // Matching looks up orders by the unpaid amount, and material requirements by the sales orders of items.
  lookUps: ['remaining', 'items.forOrders.salesOrderId'],
};
