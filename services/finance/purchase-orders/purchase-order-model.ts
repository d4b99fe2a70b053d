import { LOOKED_UP, type RecordModel } from '#chassis/records/record-model.ts';
import { type PurchaseOrder, purchaseOrderSortKeys } from './domain/purchase-order.ts';

/** The model of purchase orders: how they are stored and listed. */
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
    // Decimals are text: exact, whatever reads them.
    taxRate: String,
    notes: String,
    // Up to 500, of which none needs casting.
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
  // A bank line may have paid what remains.
  lookUps: ['remaining'],
};
