import type { Store } from '#chassis/mongo/mongo.ts';
import { inRanges } from '#chassis/records/date-ranges.ts';
import { recordModel, sortedBy } from '#chassis/records/record-model.ts';
import { readEach } from '../documents/read-each-repository.ts';
import { OPEN } from './domain/delivery-date.ts';
import type { Order, OrderStatus } from './domain/order.ts';
import { orderModel, TO_INVOICE } from './repository.ts';

const FIELDS = [
  'id',
  'documentId',
  'clientId',
  'clientOrderNumber',
  'currency',
  'requestedDeliveryDate',
  'deliveryWindowEnd',
  'lineItems',
] as const;

/** The fields of an order that reports read. */
export type ReportedOrder = Pick<Order, (typeof FIELDS)[number]>;

/** Reads the orders that reports are made of. */
export interface ReportedOrders {
  /**
   * The orders with goods that may be left to ship, each once. The index of orders by status finds them: other orders
   * cost nothing. Errors: deadline_exceeded at `deadline` (epoch milliseconds).
   */
  open(
    orgId: string,
    filter: { clientId?: string | undefined; styleId?: string | undefined },
    deadline: number,
    visit: (order: ReportedOrder) => void,
  ): Promise<void>;
  /**
   * The orders with a line of which more is shipped than invoiced, each once, the oldest first. Their index finds them.
   * Errors: as `open`.
   */
  toInvoice(
    orgId: string,
    filter: { clientId?: string | undefined },
    deadline: number,
    visit: (order: ReportedOrder) => void,
  ): Promise<void>;
  /**
   * The orders that are not draft or cancelled, each once, in no order. An index finds the orders of a
   * client, or of the days. Errors: as `open`.
   */
  sold(orgId: string, filter: SoldFilter, deadline: number, visit: (order: SoldOrder) => void): Promise<void>;
}

const SOLD_FIELDS = ['id', 'documentId', 'orderDate', 'status', 'clientId', 'currency', 'lineItems'] as const;

/** The fields of an order that the report of margins reads. */
export type SoldOrder = Pick<Order, (typeof SOLD_FIELDS)[number]>;

/** Filters of sold orders. Days are ISO 8601 dates. */
export interface SoldFilter {
  clientId?: string | undefined;
  styleId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;
const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;
const BY_TO_INVOICE = { orgId: 1, [TO_INVOICE]: 1, createdAt: 1, _id: 1 } as const;
const BY_DATE = { orgId: 1, [sortedBy(orderModel, 'orderDate')]: 1, _id: 1 } as const;
const BY_CLIENT = { orgId: 1, clientId: 1, createdAt: 1, _id: 1 } as const;
const SOLD: readonly OrderStatus[] = ['confirmed', 'in_production', 'partially_shipped', 'shipped', 'completed'];

export function reportedOrders({ connection }: Pick<Store, 'connection'>): ReportedOrders {
  const { collection } = recordModel(connection, orderModel);
  return {
    open(orgId, { clientId, styleId }, deadline, visit) {
      const filter = {
        ...{ orgId, status: { $in: OPEN } },
        ...(clientId !== undefined && { clientId }),
        ...(styleId !== undefined && { 'lineItems.styleId': styleId }),
      };
      return readEach<ReportedOrder>(collection, { filter, fields: FIELDS, hint: BY_STATUS, deadline }, visit);
    },
    toInvoice(orgId, { clientId }, deadline, visit) {
      const filter = { orgId, [TO_INVOICE]: true, ...(clientId !== undefined && { clientId }) };
      const wanted = { filter, fields: FIELDS, hint: BY_TO_INVOICE, sort: OLDEST_FIRST, deadline };
      return readEach<ReportedOrder>(collection, wanted, visit);
    },
    sold(orgId, { clientId, styleId, from, to }, deadline, visit) {
      const end = to === undefined ? undefined : `${to}T23:59:59.999Z`;
      const isDated = from !== undefined || to !== undefined;
      const days = isDated ? inRanges(orderModel, [{ field: 'orderDate', from, to: end }]) : {};
      const filter = {
        ...{ orgId, status: { $in: SOLD } },
        ...(clientId !== undefined && { clientId }),
        ...(styleId !== undefined && { 'lineItems.styleId': styleId }),
        ...days,
      };
      const hint = clientId === undefined ? BY_DATE : BY_CLIENT;
      return readEach<SoldOrder>(collection, { filter, fields: SOLD_FIELDS, hint, deadline }, visit);
    },
  };
}
