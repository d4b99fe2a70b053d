import { z } from 'zod';
import { described, recordId } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { GetOrderBookRequest as GetOrderBookMessage } from '../../gen/finance/v1/GetOrderBookRequest.ts';
import type { OrderBookRow as OrderBookRowMessage } from '../../gen/finance/v1/OrderBookRow.ts';

/** Maximum number of rows of a report (decisions 7: Reports). */
export const MAX_REPORT_ROWS = 10_000;

/** The fields of every report except its rows. */
export const reportHead = {
  asOf: z.string().describe("Day of the report: today in the org's time zone."),
};

/** The names of an ordered style and SKU in a row. */
const nameWords = {
  styleId: 'Id of the style. Null for goods without a style.',
  styleName: 'Current name of the style. Null while the name is not known.',
  refId: 'Current reference of the style.',
  skuId: 'Id of the SKU. Null for a line without a SKU.',
  color: 'Color of the SKU.',
  size: 'Size of the SKU.',
};

const styleNames = {
  styleId: z.string().nullable(),
  styleName: z.string().nullable(),
  refId: z.string().nullable(),
  skuId: z.string().nullable(),
  color: z.string().nullable(),
  size: z.string().nullable(),
};

export const OrderBookRow = z.strictObject(
  described(
    {
      ...styleNames,
      description: z.string().nullable(),
      orders: z.int(),
      orderedQty: z.number(),
      shippedQty: z.number(),
      invoicedQty: z.number(),
      leftQty: z.number(),
      lateQty: z.number(),
      deliveryDate: z.string().nullable(),
      isLate: z.boolean(),
    },
    {
      ...nameWords,
      description: 'Description of goods without a style.',
      orders: 'Number of open orders with the goods.',
      orderedQty: 'Ordered quantity.',
      shippedQty: 'Quantity that delivery notes have shipped.',
      invoicedQty: 'Quantity that issued invoices have invoiced.',
      leftQty: 'Quantity that is left to ship: ordered less shipped, at least 0 for each line.',
      lateQty: 'Part of `leftQty` whose delivery date has passed.',
      deliveryDate: 'Earliest delivery date of goods that are left to ship. Null if no order has a date.',
      isLate: 'Whether the delivery date has passed.',
    },
  ),
);
export type OrderBookRow = z.output<typeof OrderBookRow>;

/** decisions 7: Reports. */
export const orderBookFilters = {
  clientId: recordId().exactOptional().describe('Only orders of the client of this id.'),
  styleId: recordId().exactOptional().describe('Only goods of the style of this id.'),
};

export const GetOrderBookRequest = z.strictObject(orderBookFilters);

export type ReportPins = Agree<
  [Pinned<OrderBookRow, OrderBookRowMessage>, Pinned<z.output<typeof GetOrderBookRequest>, GetOrderBookMessage>]
>;
