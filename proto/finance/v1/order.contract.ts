import { z } from 'zod';
import { timestamp } from '../../common/v1/contract.ts';

/** decisions 4: Sales order. */
export const orderStatuses = [
  'draft',
  'confirmed',
  'in_production',
  'partially_shipped',
  'shipped',
  'completed',
  'cancelled',
] as const;

export const SalesOrderLine = z.strictObject({
  id: z.string(),
  /** Also where only a SKU was named. */
  styleId: z.string().nullable(),
  skuId: z.string().nullable(),
  bomId: z.string().nullable(),
  description: z.string().nullable(),
  qty: z.number(),
  unitPrice: z.number().nullable(),
  amount: z.number().nullable(),
  shippedQty: z.number(),
});

/** decisions 6: Sales order. */
export const SalesOrder = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  clientId: z.string(),
  clientName: z.string().nullable(),
  status: z.enum(orderStatuses),
  currency: z.string(),
  orderDate: z.string().nullable(),
  requestedDeliveryDate: z.string().nullable(),
  currentVersion: z.int(),
  versions: z.array(z.record(z.string(), z.unknown())),
  subtotal: z.number(),
  taxRate: z.number().nullable(),
  taxAmount: z.number(),
  totalAmount: z.number(),
  notes: z.string().nullable(),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  lineItems: z.array(SalesOrderLine),
});
export type SalesOrder = z.output<typeof SalesOrder>;

/** What is left of an order that was deleted for good (decisions 6: Sales order). */
export const DeletedOrder = z.strictObject({
  id: z.string(),
  documentId: z.string(),
  actor: z.string().nullable(),
  deletedAt: timestamp(),
});

/** decisions 5: Event names. */
export const orderEvents = {
  'order.created': SalesOrder,
  'order.updated': SalesOrder,
  'order.confirmed': SalesOrder,
  'order.started': SalesOrder,
  'order.shipped': SalesOrder,
  'order.completed': SalesOrder,
  'order.cancelled': SalesOrder,
  'order.deleted': DeletedOrder,
} as const;
