import {
  OpenPurchasesRow,
  OrderBookRow,
  openPurchasesFilters,
  orderBookFilters,
  ToInvoiceRow,
  toInvoiceFilters,
} from '#proto/finance/v1/contract.ts';
import { reportRoutes } from '../routing/report-route.ts';
import { moneyReportRoutes } from './money-reports.ts';

export const allReportRoutes = [
  ...reportRoutes({
    report: 'OrderBook',
    name: 'order-book',
    summary: 'Report the goods of open orders',
    description:
      'Returns a row for each style and SKU of the orders that are confirmed, in_production or partially_shipped: ordered, shipped, invoiced and left quantities. Late goods come first, then the earliest delivery date. The delivery date of an order is its `deliveryWindowEnd`, else its `requestedDeliveryDate`. Goods are late if it is before today.',
    row: OrderBookRow,
    filters: orderBookFilters,
  }),
  ...reportRoutes({
    report: 'ToInvoice',
    name: 'to-invoice',
    summary: 'Report the shipped goods that are not invoiced',
    description:
      'Returns a row for each line of an order of which more is shipped than invoiced, with the amount that is left to invoice. Drafts of invoices invoice nothing. The oldest order comes first. `GET /api/v1/orders?toInvoice=true` lists the same orders.',
    row: ToInvoiceRow,
    filters: toInvoiceFilters,
  }),
  ...reportRoutes({
    report: 'OpenPurchases',
    name: 'open-purchases',
    summary: 'Report the goods that suppliers still have to deliver',
    description:
      'Returns a row for each item of the purchase orders that are issued or partially_received, if something of it is left to receive. Late goods come first, then the earliest `expectedDeliveryDate`. Goods are late if it is before today.',
    row: OpenPurchasesRow,
    filters: openPurchasesFilters,
  }),
  ...moneyReportRoutes,
];
