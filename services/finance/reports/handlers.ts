import { implement, type ServiceImplementation } from '#chassis/rpc/endpoint.ts';
import {
  GetOpenPurchasesRequest,
  GetOrderBookRequest,
  GetToInvoiceRequest,
} from '#proto/finance/v1/report.contract.ts';
import type { LocalCopies } from '../local-copies/local-copies.ts';
import type { ReportedOrders } from '../orders/reported-orders-repository.ts';
import type { ReportedPurchases } from '../purchase-orders/reported-purchases-repository.ts';
import { type ClientStatementParts, clientStatements } from './client-statement.ts';
import { OpenPurchases } from './domain/open-purchases.ts';
import { OrderBook } from './domain/order-book.ts';
import { refuseTooManyRows } from './domain/row-limit.ts';
import { type LineToInvoice, linesToInvoice } from './domain/to-invoice.ts';
import { type MarginParts, marginReport } from './margin-report.ts';
import { type MoneyReportParts, moneyReports } from './money-reports.ts';
import { namesOf, withStyleNames } from './record-names.ts';
import { reportRpc } from './report-rpc.ts';

interface ReportParts
  extends MoneyReportParts,
    Pick<MarginParts, 'rates'>,
    Pick<ClientStatementParts, 'ledger' | 'printer'> {
  orders: ReportedOrders;
  purchases: ReportedPurchases;
  copies: MarginParts['copies'] & ClientStatementParts['copies'] & Pick<LocalCopies, 'styleNames'>;
  settings: ClientStatementParts['settings'];
}

/** The reports (decisions 7: Reports). A report is made of the documents at the time of the call. */
export const reportHandlers = ({
  orders,
  purchases,
  copies,
  settings,
  sums,
  supplierSums,
  rates,
  ledger,
  printer,
}: ReportParts): ServiceImplementation =>
  implement('finance', 'ReportService', {
    ...moneyReports({ sums, supplierSums, copies, settings }),
    ...clientStatements({ ledger, copies, settings, printer }),
    GetMargin: marginReport({ orders, copies, settings, rates }),
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
    GetToInvoice: reportRpc({
      report: 'ToInvoice',
      schema: GetToInvoiceRequest,
      settings,
      async read(filter, { principal: { orgId }, deadline }) {
        const lines: LineToInvoice[] = [];
        await orders.toInvoice(orgId, filter, deadline, (order) => {
          lines.push(...linesToInvoice(order));
          refuseTooManyRows(lines.length, ['clientId']);
        });
        const ids = lines.map(({ clientId }) => clientId);
        const clients = await namesOf(copies, { orgId }, 'client', ids);
        const named = await withStyleNames(copies, { orgId }, lines);
        return named.map((line) => ({ ...line, clientName: clients.get(line.clientId) }));
      },
    }),
    GetOpenPurchases: reportRpc({
      report: 'OpenPurchases',
      schema: GetOpenPurchasesRequest,
      settings,
      async read(filter, { principal: { orgId }, deadline }, today) {
        const open = new OpenPurchases(today);
        await purchases.awaited(orgId, filter, deadline, (order) => open.add(order));
        const rows = open.rows();
        const ids = { supplier: rows.map((row) => row.supplierId), material: rows.map((row) => row.materialId) };
        const suppliers = await namesOf(copies, { orgId }, 'supplier', ids.supplier);
        const materials = await namesOf(copies, { orgId }, 'material', ids.material);
        return rows.map((row) => ({
          ...row,
          supplierName: suppliers.get(row.supplierId),
          materialName: materials.get(row.materialId),
        }));
      },
    }),
  });
