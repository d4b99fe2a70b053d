import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ClientStatement__Input as _finance_v1_ClientStatement__Input, ClientStatement as _finance_v1_ClientStatement } from './finance/v1/ClientStatement.ts';
import type { ClientStatementRow__Input as _finance_v1_ClientStatementRow__Input, ClientStatementRow as _finance_v1_ClientStatementRow } from './finance/v1/ClientStatementRow.ts';
import type { GetClientStatementRequest__Input as _finance_v1_GetClientStatementRequest__Input, GetClientStatementRequest as _finance_v1_GetClientStatementRequest } from './finance/v1/GetClientStatementRequest.ts';
import type { GetMarginRequest__Input as _finance_v1_GetMarginRequest__Input, GetMarginRequest as _finance_v1_GetMarginRequest } from './finance/v1/GetMarginRequest.ts';
import type { GetOpenPurchasesRequest__Input as _finance_v1_GetOpenPurchasesRequest__Input, GetOpenPurchasesRequest as _finance_v1_GetOpenPurchasesRequest } from './finance/v1/GetOpenPurchasesRequest.ts';
import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from './finance/v1/GetOrderBookRequest.ts';
import type { GetPayablesRequest__Input as _finance_v1_GetPayablesRequest__Input, GetPayablesRequest as _finance_v1_GetPayablesRequest } from './finance/v1/GetPayablesRequest.ts';
import type { GetReceivablesRequest__Input as _finance_v1_GetReceivablesRequest__Input, GetReceivablesRequest as _finance_v1_GetReceivablesRequest } from './finance/v1/GetReceivablesRequest.ts';
import type { GetTaxReportRequest__Input as _finance_v1_GetTaxReportRequest__Input, GetTaxReportRequest as _finance_v1_GetTaxReportRequest } from './finance/v1/GetTaxReportRequest.ts';
import type { GetToInvoiceRequest__Input as _finance_v1_GetToInvoiceRequest__Input, GetToInvoiceRequest as _finance_v1_GetToInvoiceRequest } from './finance/v1/GetToInvoiceRequest.ts';
import type { Margin__Input as _finance_v1_Margin__Input, Margin as _finance_v1_Margin } from './finance/v1/Margin.ts';
import type { MarginRow__Input as _finance_v1_MarginRow__Input, MarginRow as _finance_v1_MarginRow } from './finance/v1/MarginRow.ts';
import type { OpenPurchases__Input as _finance_v1_OpenPurchases__Input, OpenPurchases as _finance_v1_OpenPurchases } from './finance/v1/OpenPurchases.ts';
import type { OpenPurchasesRow__Input as _finance_v1_OpenPurchasesRow__Input, OpenPurchasesRow as _finance_v1_OpenPurchasesRow } from './finance/v1/OpenPurchasesRow.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from './finance/v1/OrderBook.ts';
import type { OrderBookRow__Input as _finance_v1_OrderBookRow__Input, OrderBookRow as _finance_v1_OrderBookRow } from './finance/v1/OrderBookRow.ts';
import type { Payables__Input as _finance_v1_Payables__Input, Payables as _finance_v1_Payables } from './finance/v1/Payables.ts';
import type { PayablesRow__Input as _finance_v1_PayablesRow__Input, PayablesRow as _finance_v1_PayablesRow } from './finance/v1/PayablesRow.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from './finance/v1/Pdf.ts';
import type { Receivables__Input as _finance_v1_Receivables__Input, Receivables as _finance_v1_Receivables } from './finance/v1/Receivables.ts';
import type { ReceivablesRow__Input as _finance_v1_ReceivablesRow__Input, ReceivablesRow as _finance_v1_ReceivablesRow } from './finance/v1/ReceivablesRow.ts';
import type { ReportServiceClient as _finance_v1_ReportServiceClient, ReportServiceDefinition as _finance_v1_ReportServiceDefinition } from './finance/v1/ReportService.ts';
import type { TaxReport__Input as _finance_v1_TaxReport__Input, TaxReport as _finance_v1_TaxReport } from './finance/v1/TaxReport.ts';
import type { TaxReportRow__Input as _finance_v1_TaxReportRow__Input, TaxReportRow as _finance_v1_TaxReportRow } from './finance/v1/TaxReportRow.ts';
import type { ToInvoice__Input as _finance_v1_ToInvoice__Input, ToInvoice as _finance_v1_ToInvoice } from './finance/v1/ToInvoice.ts';
import type { ToInvoiceRow__Input as _finance_v1_ToInvoiceRow__Input, ToInvoiceRow as _finance_v1_ToInvoiceRow } from './finance/v1/ToInvoiceRow.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      ClientStatement: MessageTypeDefinition<_finance_v1_ClientStatement__Input, _finance_v1_ClientStatement>
      ClientStatementRow: MessageTypeDefinition<_finance_v1_ClientStatementRow__Input, _finance_v1_ClientStatementRow>
      GetClientStatementRequest: MessageTypeDefinition<_finance_v1_GetClientStatementRequest__Input, _finance_v1_GetClientStatementRequest>
      GetMarginRequest: MessageTypeDefinition<_finance_v1_GetMarginRequest__Input, _finance_v1_GetMarginRequest>
      GetOpenPurchasesRequest: MessageTypeDefinition<_finance_v1_GetOpenPurchasesRequest__Input, _finance_v1_GetOpenPurchasesRequest>
      GetOrderBookRequest: MessageTypeDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_GetOrderBookRequest>
      GetPayablesRequest: MessageTypeDefinition<_finance_v1_GetPayablesRequest__Input, _finance_v1_GetPayablesRequest>
      GetReceivablesRequest: MessageTypeDefinition<_finance_v1_GetReceivablesRequest__Input, _finance_v1_GetReceivablesRequest>
      GetTaxReportRequest: MessageTypeDefinition<_finance_v1_GetTaxReportRequest__Input, _finance_v1_GetTaxReportRequest>
      GetToInvoiceRequest: MessageTypeDefinition<_finance_v1_GetToInvoiceRequest__Input, _finance_v1_GetToInvoiceRequest>
      Margin: MessageTypeDefinition<_finance_v1_Margin__Input, _finance_v1_Margin>
      MarginRow: MessageTypeDefinition<_finance_v1_MarginRow__Input, _finance_v1_MarginRow>
      OpenPurchases: MessageTypeDefinition<_finance_v1_OpenPurchases__Input, _finance_v1_OpenPurchases>
      OpenPurchasesRow: MessageTypeDefinition<_finance_v1_OpenPurchasesRow__Input, _finance_v1_OpenPurchasesRow>
      OrderBook: MessageTypeDefinition<_finance_v1_OrderBook__Input, _finance_v1_OrderBook>
      OrderBookRow: MessageTypeDefinition<_finance_v1_OrderBookRow__Input, _finance_v1_OrderBookRow>
      Payables: MessageTypeDefinition<_finance_v1_Payables__Input, _finance_v1_Payables>
      PayablesRow: MessageTypeDefinition<_finance_v1_PayablesRow__Input, _finance_v1_PayablesRow>
      Pdf: MessageTypeDefinition<_finance_v1_Pdf__Input, _finance_v1_Pdf>
      Receivables: MessageTypeDefinition<_finance_v1_Receivables__Input, _finance_v1_Receivables>
      ReceivablesRow: MessageTypeDefinition<_finance_v1_ReceivablesRow__Input, _finance_v1_ReceivablesRow>
      ReportService: SubtypeConstructor<typeof grpc.Client, _finance_v1_ReportServiceClient> & { service: _finance_v1_ReportServiceDefinition }
      TaxReport: MessageTypeDefinition<_finance_v1_TaxReport__Input, _finance_v1_TaxReport>
      TaxReportRow: MessageTypeDefinition<_finance_v1_TaxReportRow__Input, _finance_v1_TaxReportRow>
      ToInvoice: MessageTypeDefinition<_finance_v1_ToInvoice__Input, _finance_v1_ToInvoice>
      ToInvoiceRow: MessageTypeDefinition<_finance_v1_ToInvoiceRow__Input, _finance_v1_ToInvoiceRow>
    }
  }
}

