import { z } from 'zod';
import {
  ClientStatementRow,
  clientStatementFilters,
  MarginRow,
  marginFilters,
  PayablesRow,
  payablesFilters,
  ReceivablesRow,
  receivablesFilters,
  TaxReportRow,
  taxFilters,
} from '#proto/finance/v1/contract.ts';
import { pdfFile } from '../routing/answers.ts';
import { reportRoutes } from '../routing/report-route.ts';
import { route } from '../routing/route.ts';

/** The reports on money. */
export const moneyReportRoutes = [
  ...reportRoutes({
    report: 'Receivables',
    name: 'receivables',
    summary: 'Report what clients owe',
    description:
      'Returns a row for each client and currency: the unpaid amounts of issued invoices, by the days that have passed since their due dates. Days are counted from the due date, or its day in UTC, to today. The amount that is left to allocate of credit notes is `credits`.',
    row: ReceivablesRow,
    filters: receivablesFilters,
  }),
  ...reportRoutes({
    report: 'Payables',
    name: 'payables',
    summary: 'Report what suppliers are owed',
    description:
      'Returns a row for each supplier and currency: the value of received goods of purchase orders less what is paid of them, by the days that have passed since `expectedDeliveryDate`, else `orderDate`.',
    row: PayablesRow,
    filters: payablesFilters,
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
  ...reportRoutes({
    report: 'Margin',
    name: 'margin',
    summary: 'Report the margins of orders',
    description:
      'Returns a row for each order and style of the orders that are not draft or cancelled: the revenue after discounts, the cost of the materials by the approved BOM, and the margin. The latest order comes first. If an amount is not known, it is null, and `problem` says why.',
    row: MarginRow,
    filters: marginFilters,
  }),
  ...reportRoutes({
    report: 'ClientStatement',
    name: 'client-statement',
    summary: 'Report the statement of a client',
    description:
      'Returns what a client owes, by currency: the opening balance, each invoice, credit note and payment of the period with the balance after it, and the closing balance.',
    row: ClientStatementRow,
    filters: clientStatementFilters,
  }),
  route({
    method: 'GET',
    path: '/api/v1/reports/client-statement.pdf',
    operationId: 'drawPdfOfClientStatement',
    tag: 'Reports',
    summary: 'Draw the statement of a client as a PDF',
    description:
      'The statement as pages of A4, with the current names, addresses and tax numbers. A statement of more than 2,000 rows is a 422.',
    role: 'staff',
    scope: 'read:reports',
    query: z.object(clientStatementFilters),
    answer: pdfFile,
    handle: ({ reports }, { query, call }) => reports.drawClientStatement(query, call),
  }),
];
