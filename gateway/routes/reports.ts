import {
  OrderBookRow,
  orderBookFilters,
  ReceivablesRow,
  receivablesFilters,
  TaxReportRow,
  taxFilters,
} from '#proto/finance/v1/contract.ts';
import { reportRoutes } from '../routing/report-route.ts';

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
    report: 'Receivables',
    name: 'receivables',
    summary: 'Report what clients owe',
    description:
      'Returns a row for each client and currency: the unpaid amounts of issued invoices, by the days that have passed since their due dates. Days are counted from the due date, or its day in UTC, to today. What is left to allocate of credit notes is `credits`.',
    row: ReceivablesRow,
    filters: receivablesFilters,
  }),
  ...reportRoutes({
    report: 'TaxReport',
    name: 'tax',
    summary: 'Report taxes by month and rate',
    description:
      'Returns a row for each month of issue, currency and tax rate: the taxable amounts and the taxes of issued invoices, less those of credit notes. Proforma invoices are left out.',
    row: TaxReportRow,
    filters: taxFilters,
  }),
];
