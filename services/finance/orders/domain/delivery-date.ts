import { dateSortKey } from '../../documents/domain/sort-keys.ts';
import type { Order, OrderStatus } from './order.ts';

/** Statuses of orders with goods that may be left to ship. */
export const OPEN = ['confirmed', 'in_production', 'partially_shipped'] as const satisfies OrderStatus[];

type Dates = Pick<Order, 'requestedDeliveryDate' | 'deliveryWindowEnd'>;

/**
 * The start of the last day on which the client takes the goods, in epoch milliseconds: of deliveryWindowEnd, else of
 * requestedDeliveryDate. Null if neither is ISO 8601 (decisions 7: Late orders).
 */
export const lastDelivery = ({ requestedDeliveryDate, deliveryWindowEnd }: Dates): number | null =>
  dateSortKey(deliveryWindowEnd ?? null) ?? dateSortKey(requestedDeliveryDate ?? null);

/** The delivery date of an order that cannot be late: later than every date. */
const NEVER = Number.MAX_SAFE_INTEGER;

/** The delivery date of an order that is late when it has passed, in epoch milliseconds. */
export const lateAfter = ({ status, ...dates }: Dates & Pick<Order, 'status'>): number =>
  (OPEN as readonly OrderStatus[]).includes(status) ? (lastDelivery(dates) ?? NEVER) : NEVER;
