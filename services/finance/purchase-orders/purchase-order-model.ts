import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { type PurchaseOrder, purchaseOrderSortKeys } from './domain/purchase-order.ts';

/** Storage and lists of purchase orders. */
export const purchaseOrderModel: RecordModel<PurchaseOrder> = {
  resource: 'Purchase order',
  collection: 'purchase_orders',
  fields: {
    documentId: String,
    supplierId: String,
    supplierName: LOOKED_UP,
    status: String,
    currency: String,
    orderDate: String,
    expectedDeliveryDate: String,
    supplierRefPO: String,
    linkedMrId: String,
    // Decimals are stored as text, so that they stay exact for every reader.
    taxRate: String,
    notes: String,
    // Up to 500 items. Not typed, because no field of an item needs casting.
    items: Array,
    subtotal: String,
    taxAmount: String,
    adjustment: String,
    total: String,
    createdBy: String,
    paid: String,
    remaining: String,
    currentVersion: Number,
    versions: Array,
  },
  list: {
    sorts: ['orderDate', 'total', 'status', 'createdAt'],
    sortKeys: purchaseOrderSortKeys,
    filters: ['status', 'supplierId'],
    searches: ['documentId'],
  },
  unique: ['documentId'],
  // Matching looks up orders by the unpaid amount.
  lookUps: ['remaining'],
};
