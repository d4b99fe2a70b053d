import { z } from 'zod';
import { Currency, described, recordId } from '../../common/v1/contract.ts';
import type { Agree, Pinned } from '../../common/v1/pin.ts';
import type { ClientStatementRow as ClientStatementRowMessage } from '../../gen/finance/v1/ClientStatementRow.ts';
import type { GetClientStatementRequest as GetClientStatementMessage } from '../../gen/finance/v1/GetClientStatementRequest.ts';
import type { GetMarginRequest as GetMarginMessage } from '../../gen/finance/v1/GetMarginRequest.ts';
import type { GetOpenPurchasesRequest as GetOpenPurchasesMessage } from '../../gen/finance/v1/GetOpenPurchasesRequest.ts';
import type { GetOrderBookRequest as GetOrderBookMessage } from '../../gen/finance/v1/GetOrderBookRequest.ts';
import type { GetPayablesRequest as GetPayablesMessage } from '../../gen/finance/v1/GetPayablesRequest.ts';
import type { GetReceivablesRequest as GetReceivablesMessage } from '../../gen/finance/v1/GetReceivablesRequest.ts';
import type { GetTaxReportRequest as GetTaxReportMessage } from '../../gen/finance/v1/GetTaxReportRequest.ts';
import type { GetToInvoiceRequest as GetToInvoiceMessage } from '../../gen/finance/v1/GetToInvoiceRequest.ts';
import type { MarginRow as MarginRowMessage } from '../../gen/finance/v1/MarginRow.ts';
import type { OpenPurchasesRow as OpenPurchasesRowMessage } from '../../gen/finance/v1/OpenPurchasesRow.ts';
import type { OrderBookRow as OrderBookRowMessage } from '../../gen/finance/v1/OrderBookRow.ts';
import type { PayablesRow as PayablesRowMessage } from '../../gen/finance/v1/PayablesRow.ts';
import type { ReceivablesRow as ReceivablesRowMessage } from '../../gen/finance/v1/ReceivablesRow.ts';
import type { TaxReportRow as TaxReportRowMessage } from '../../gen/finance/v1/TaxReportRow.ts';
import type { ToInvoiceRow as ToInvoiceRowMessage } from '../../gen/finance/v1/ToInvoiceRow.ts';
import { decimal } from './money.contract.ts';
import { OrderStatus } from './order.contract.ts';

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

export const ToInvoiceRow = z.strictObject(
  described(
    {
      salesOrderId: z.string(),
      orderNumber: z.string(),
      clientId: z.string(),
      clientName: z.string().nullable(),
      clientOrderNumber: z.string().nullable(),
      salesOrderLineItemId: z.string(),
      lineNumber: z.int(),
      ...styleNames,
      description: z.string().nullable(),
      shippedQty: z.number(),
      invoicedQty: z.number(),
      toInvoiceQty: z.number(),
      unitPrice: z.number().nullable(),
      discountPercent: z.number().nullable(),
      amount: z.number().nullable(),
      currency: Currency,
    },
    {
      ...nameWords,
      salesOrderId: 'Id of the sales order.',
      orderNumber: 'documentId of the sales order.',
      clientId: 'Id of the client.',
      clientName: 'Current name of the client. Null while the name is not known.',
      clientOrderNumber: "Number of the client's purchase order.",
      salesOrderLineItemId: 'Id of the line of the sales order.',
      lineNumber: 'Number of the line in the sales order. The first line is 1.',
      description: 'Description of the line.',
      shippedQty: 'Quantity that delivery notes have shipped.',
      invoicedQty: 'Quantity that issued invoices have invoiced.',
      toInvoiceQty: 'Shipped quantity less the invoiced one.',
      unitPrice: 'Price of one unit, in the currency of the order.',
      discountPercent: 'Discount of the line in percent.',
      amount:
        "toInvoiceQty × unitPrice × (1 - discountPercent / 100), without tax, rounded once half-up to the currency's minor unit. Null if there is no price.",
      currency: 'Currency of the order, as an ISO 4217 code.',
    },
  ),
);
export type ToInvoiceRow = z.output<typeof ToInvoiceRow>;

/** decisions 7: Reports. */
export const toInvoiceFilters = {
  clientId: recordId().exactOptional().describe('Only orders of the client of this id.'),
};

export const GetToInvoiceRequest = z.strictObject(toInvoiceFilters);

export const OpenPurchasesRow = z.strictObject(
  described(
    {
      purchaseOrderId: z.string(),
      supplierId: z.string(),
      supplierName: z.string().nullable(),
      supplierRefPO: z.string().nullable(),
      itemId: z.string(),
      lineNumber: z.int(),
      description: z.string(),
      materialId: z.string().nullable(),
      materialName: z.string().nullable(),
      unit: z.string().nullable(),
      orderedQty: decimal(),
      receivedQty: decimal(),
      leftQty: decimal(),
      unitPrice: decimal(),
      leftAmount: decimal(),
      currency: Currency,
      expectedDeliveryDate: z.string().nullable(),
      isLate: z.boolean(),
    },
    {
      purchaseOrderId: 'Id of the purchase order: its number.',
      supplierId: 'Id of the supplier.',
      supplierName: 'Current name of the supplier. Null while the name is not known.',
      supplierRefPO: "The supplier's reference number of the order.",
      itemId: 'Id of the item.',
      lineNumber: 'Number of the item in the order. The first item is 1.',
      description: 'Description of the bought goods.',
      materialId: 'Id of the bought material.',
      materialName: 'Current name of the material. Null while the name is not known.',
      unit: 'Unit of measure of the quantities.',
      orderedQty: 'Ordered quantity.',
      receivedQty: 'Quantity that was received.',
      leftQty: 'Quantity that is left to receive. Above 0.',
      unitPrice: 'Price of one unit, in the currency of the order.',
      leftAmount: "leftQty × unitPrice, without tax, rounded half-up to the currency's minor unit.",
      currency: 'Currency of the order, as an ISO 4217 code.',
      expectedDeliveryDate: 'Date on which the delivery is expected, as sent.',
      isLate: 'Whether the expected date has passed.',
    },
  ),
);
export type OpenPurchasesRow = z.output<typeof OpenPurchasesRow>;

/** decisions 7: Reports. */
export const openPurchasesFilters = {
  supplierId: recordId().exactOptional().describe('Only purchase orders of the supplier of this id.'),
};

export const GetOpenPurchasesRequest = z.strictObject(openPurchasesFilters);

export const ReceivablesRow = z.strictObject(
  described(
    {
      clientId: z.string().nullable(),
      clientName: z.string().nullable(),
      currency: Currency,
      current: z.number(),
      days1To30: z.number(),
      days31To60: z.number(),
      days61To90: z.number(),
      daysOver90: z.number(),
      credits: z.number(),
      total: z.number(),
    },
    {
      clientId: 'Id of the client. Null for invoices without a client.',
      clientName: 'Current name of the client. Null while the name is not known.',
      currency: 'Currency of the amounts.',
      current: 'Unpaid amount of invoices that are not past their due date, or have none.',
      days1To30: 'Unpaid amount of invoices that are 1 to 30 days past their due date.',
      days31To60: 'Unpaid amount of invoices that are 31 to 60 days past their due date.',
      days61To90: 'Unpaid amount of invoices that are 61 to 90 days past their due date.',
      daysOver90: 'Unpaid amount of invoices that are more than 90 days past their due date.',
      credits: 'Amount that is left to allocate of credit notes. Below 0.',
      total: 'Sum of the amounts.',
    },
  ),
);
export type ReceivablesRow = z.output<typeof ReceivablesRow>;

const currency = Currency.exactOptional().describe('Only amounts in this currency.');

/** decisions 7: Reports. */
export const receivablesFilters = {
  clientId: recordId().exactOptional().describe('Only invoices to the client of this id.'),
  currency,
};

export const GetReceivablesRequest = z.strictObject(receivablesFilters);

export const PayablesRow = z.strictObject(
  described(
    {
      supplierId: z.string(),
      supplierName: z.string().nullable(),
      currency: Currency,
      current: decimal(),
      days1To30: decimal(),
      days31To60: decimal(),
      days61To90: decimal(),
      daysOver90: decimal(),
      prepaid: decimal(),
      total: decimal(),
      toCome: decimal(),
    },
    {
      supplierId: 'Id of the supplier.',
      supplierName: 'Current name of the supplier. Null while the name is not known.',
      currency: 'Currency of the amounts.',
      current: 'Received and unpaid amount of orders whose expected delivery date is today or later.',
      days1To30: 'Received and unpaid amount of orders that were expected 1 to 30 days ago.',
      days31To60: 'Received and unpaid amount of orders that were expected 31 to 60 days ago.',
      days61To90: 'Received and unpaid amount of orders that were expected 61 to 90 days ago.',
      daysOver90: 'Received and unpaid amount of orders that were expected more than 90 days ago.',
      prepaid: 'Amount that was paid for goods that are not received. At most 0.',
      total: 'Sum of the amounts, without `toCome`.',
      toCome: 'Value of ordered goods that are not received yet, with tax and adjustment.',
    },
  ),
);
export type PayablesRow = z.output<typeof PayablesRow>;

/** decisions 7: Reports. */
export const payablesFilters = {
  supplierId: recordId().exactOptional().describe('Only purchase orders of the supplier of this id.'),
  currency,
};

export const GetPayablesRequest = z.strictObject(payablesFilters);

export const TaxReportRow = z.strictObject(
  described(
    {
      month: z.string().nullable(),
      currency: Currency,
      rate: z.number().nullable(),
      base: z.number(),
      amount: z.number(),
    },
    {
      month: 'Month of issuedDate, for example `2026-03`. Null if ISO 8601 does not read the date.',
      currency: 'Currency of the amounts.',
      rate: 'Tax rate in percent. Null for amounts whose rate is not known.',
      base: 'Taxable amount of invoices, less that of credit notes.',
      amount: 'Tax of invoices, less that of credit notes.',
    },
  ),
);
export type TaxReportRow = z.output<typeof TaxReportRow>;

/** Why the revenue or the cost of goods is not known. */
export const MarginProblem = z.enum(['no_price', 'no_bom', 'no_lines', 'no_consumption', 'no_cost', 'no_rate']);
export type MarginProblem = z.output<typeof MarginProblem>;

export const MarginRow = z.strictObject(
  described(
    {
      salesOrderId: z.string(),
      orderNumber: z.string(),
      orderDate: z.string().nullable(),
      status: OrderStatus,
      clientId: z.string(),
      clientName: z.string().nullable(),
      styleId: z.string().nullable(),
      styleName: z.string().nullable(),
      refId: z.string().nullable(),
      description: z.string().nullable(),
      qty: z.number(),
      currency: Currency,
      revenue: z.number().nullable(),
      materialCost: z.number().nullable(),
      margin: z.number().nullable(),
      marginPercent: z.number().nullable(),
      problem: MarginProblem.nullable(),
      missing: z.string().nullable(),
    },
    {
      ...nameWords,
      salesOrderId: 'Id of the sales order.',
      orderNumber: 'documentId of the sales order.',
      orderDate: 'Date of the order, as sent.',
      clientId: 'Id of the client.',
      clientName: 'Current name of the client. Null while the name is not known.',
      description: 'Description of goods without a style.',
      qty: 'Ordered quantity.',
      currency: 'Currency of the order and of all amounts, as an ISO 4217 code.',
      revenue: 'Amounts of the lines after their discounts, without tax. Null if a line has no price.',
      materialCost:
        'Cost of the materials by the approved BOM: ordered quantity × netBuyingConsumption × cost. Null if a part of it is not known.',
      margin: 'revenue - materialCost.',
      marginPercent: 'Margin in percent of the revenue, with 2 decimals. Null for the revenue 0.',
      problem:
        'Why an amount is not known: a line has no price, no BOM is approved, the BOM has no lines, a BOM line has no consumption or no cost, a currency has no exchange rate.',
      missing: 'Name of the style, material or currency that the problem is about.',
    },
  ),
);
export type MarginRow = z.output<typeof MarginRow>;

const orderDay = (which: string) =>
  z.iso.date().exactOptional().describe(`${which} day of orderDate, for example \`2026-03-01\`.`);

/** decisions 7: Reports. */
export const marginFilters = {
  clientId: recordId().exactOptional().describe('Only orders of the client of this id.'),
  styleId: recordId().exactOptional().describe('Only goods of the style of this id.'),
  from: orderDay('First'),
  to: orderDay('Last'),
};

export const GetMarginRequest = z.strictObject(marginFilters);

export const ClientStatementRow = z.strictObject(
  described(
    {
      currency: Currency,
      date: z.string().nullable(),
      kind: z.enum(['opening', 'invoice', 'credit_note', 'payment', 'discount', 'refund', 'allocation', 'closing']),
      invoiceId: z.string().nullable(),
      invoiceNumber: z.string().nullable(),
      dueDate: z.string().nullable(),
      reference: z.string().nullable(),
      amount: z.number().nullable(),
      balance: z.number(),
    },
    {
      currency: 'Currency of the amounts, as an ISO 4217 code.',
      date: 'Day in UTC. Null in the opening row of a statement without `from`.',
      kind: '`opening` and `closing` are balances. `invoice`: an invoice that is no credit note. `discount`: the discount that a payment took. `refund`: money that the org paid back. `allocation`: a credit note without a client paid the invoice.',
      invoiceId: 'Id of the invoice or the credit note, also of a payment.',
      invoiceNumber: 'Number of the invoice.',
      dueDate: 'Due date of the invoice, as sent.',
      reference: 'Reference of the payment.',
      amount: 'Change of the balance: below 0 if it lowers what the client owes. Null in balances.',
      balance: 'What the client owes in this currency after the movement.',
    },
  ),
);
export type ClientStatementRow = z.output<typeof ClientStatementRow>;

const statementDay = (which: string) =>
  z.iso.date().exactOptional().describe(`${which} day, for example \`2026-03-01\`.`);

/** decisions 7: Reports. */
export const clientStatementFilters = {
  clientId: recordId()
    .describe('Id of the client.')
    .meta({ examples: ['{client_id}'] }),
  from: statementDay('First'),
  to: statementDay('Last'),
};

export const GetClientStatementRequest = z.strictObject(clientStatementFilters);

const month = (which: string) =>
  z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
    .exactOptional()
    .describe(`${which} month of the report, for example \`2026-03\`.`);

/** decisions 7: Reports. */
export const taxFilters = { from: month('First'), to: month('Last'), currency };

export const GetTaxReportRequest = z.strictObject(taxFilters);

export type ReportPins = Agree<
  [
    Pinned<OrderBookRow, OrderBookRowMessage>,
    Pinned<z.output<typeof GetOrderBookRequest>, GetOrderBookMessage>,
    Pinned<ToInvoiceRow, ToInvoiceRowMessage>,
    Pinned<z.output<typeof GetToInvoiceRequest>, GetToInvoiceMessage>,
    Pinned<OpenPurchasesRow, OpenPurchasesRowMessage>,
    Pinned<z.output<typeof GetOpenPurchasesRequest>, GetOpenPurchasesMessage>,
    Pinned<ReceivablesRow, ReceivablesRowMessage>,
    Pinned<z.output<typeof GetReceivablesRequest>, GetReceivablesMessage>,
    Pinned<PayablesRow, PayablesRowMessage>,
    Pinned<z.output<typeof GetPayablesRequest>, GetPayablesMessage>,
    Pinned<MarginRow, MarginRowMessage>,
    Pinned<z.output<typeof GetMarginRequest>, GetMarginMessage>,
    Pinned<ClientStatementRow, ClientStatementRowMessage>,
    Pinned<z.output<typeof GetClientStatementRequest>, GetClientStatementMessage>,
    Pinned<TaxReportRow, TaxReportRowMessage>,
    Pinned<z.output<typeof GetTaxReportRequest>, GetTaxReportMessage>,
  ]
>;
