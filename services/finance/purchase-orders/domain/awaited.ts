import type { PurchaseOrder } from './purchase-order.ts';

/** Statuses of orders with goods that may be left to receive. */
export const AWAITED = ['issued', 'partially_received'] as const satisfies PurchaseOrder['status'][];
