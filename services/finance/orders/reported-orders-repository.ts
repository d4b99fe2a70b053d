import type { Store } from '#chassis/mongo/mongo.ts';
import { recordModel } from '#chassis/records/record-model.ts';
import { readEach } from '../documents/read-each-repository.ts';
import { OPEN } from './domain/delivery-date.ts';
import type { Order } from './domain/order.ts';
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
}

const BY_STATUS = { orgId: 1, status: 1, createdAt: 1, _id: 1 } as const;
const OLDEST_FIRST = { createdAt: 1, _id: 1 } as const;
const BY_TO_INVOICE = { orgId: 1, [TO_INVOICE]: 1, createdAt: 1, _id: 1 } as const;

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
  };
}
