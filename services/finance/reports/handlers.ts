import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import { GetOrderBookRequest } from '#proto/finance/v1/report.contract.ts';
import type { NameCopies } from '../documents/line-names.ts';
import type { OrgSettings } from '../documents/org-settings.ts';
import type { ReportedOrders } from '../orders/reported-orders-repository.ts';
import { OrderBook } from './domain/order-book.ts';
import { reportRpc } from './report-rpc.ts';
import { withStyleNames } from './style-names.ts';

interface ReportParts {
  orders: ReportedOrders;
  copies: NameCopies;
  settings: Pick<OrgSettings, 'today'>;
}

/** The reports (decisions 7: Reports). A report is made of the documents at the time of the call. */
export const reportHandlers = ({ orders, copies, settings }: ReportParts): ServiceImplementation =>
  implement('finance', 'ReportService', {
    GetOrderBook: reportRpc({
      report: 'OrderBook',
      schema: GetOrderBookRequest,
      settings,
      async read({ clientId, styleId }, { principal: { orgId }, deadline }, today) {
        const book = new OrderBook(today, styleId);
        await orders.open(orgId, { clientId, styleId }, deadline, (order) => book.add(order));
        return withStyleNames(copies, { orgId }, book.rows());
      },
    }),
  });
