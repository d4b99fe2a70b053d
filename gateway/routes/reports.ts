import { OrderBookRow, orderBookFilters } from '#proto/finance/v1/contract.ts';
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
];
