import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';

/** decisions 4: Direct-cost PO. */
export const purchaseOrderStatuses = [
  'draft',
  'approved',
  'issued',
  'partially_received',
  'received',
  'closed',
  'cancelled',
] as const;

/** interface: Decimal strings. */
const decimal = () =>
  z
    .string()
    .max(64, { abort: true })
    .regex(/^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/);

export const PurchaseOrderItem = z.strictObject({
  id: z.string(),
  lineNumber: z.int(),
  description: z.string(),
  managementAccountId: z.string().nullable(),
  bomId: z.string().nullable(),
  materialId: z.string().nullable(),
  qty: decimal(),
  unit: z.string().nullable(),
  unitPrice: decimal(),
  taxRate: decimal().nullable(),
  amount: decimal(),
  receivedQty: decimal(),
});

/** interface: Direct-cost purchase order; decisions 6: Direct-cost PO. `id` is the documentId, `internalId` the database's. */
export const PurchaseOrder = z.strictObject({
  id: z.string(),
  internalId: z.string(),
  status: z.enum(purchaseOrderStatuses),
  supplierId: z.string(),
  supplierName: z.string(),
  orderDate: z.string(),
  currency: z.string(),
  currentVersion: z.int(),
  subtotal: decimal(),
  taxRate: decimal(),
  taxAmount: decimal(),
  adjustment: decimal(),
  total: decimal(),
  supplierRefPO: z.string().nullable(),
  expectedDeliveryDate: z.string().nullable(),
  linkedMrId: z.string().nullable(),
  notes: z.string().nullable(),
  createdAt: timestamp(),
  createdBy: z.string(),
  updatedAt: timestamp(),
  items: z.array(PurchaseOrderItem),
});
export type PurchaseOrder = z.output<typeof PurchaseOrder>;

/** decisions 5: Event names. */
export const purchaseOrderEvents = {
  'purchase_order.created': PurchaseOrder,
  'purchase_order.updated': PurchaseOrder,
  'purchase_order.approved': PurchaseOrder,
  'purchase_order.issued': PurchaseOrder,
  'purchase_order.received': PurchaseOrder,
  'purchase_order.closed': PurchaseOrder,
  'purchase_order.cancelled': PurchaseOrder,
  'purchase_order.deleted': PurchaseOrder,
} as const;
