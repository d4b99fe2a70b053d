// Original file: proto/finance/v1/report.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ClientStatement__Input as _finance_v1_ClientStatement__Input, ClientStatement as _finance_v1_ClientStatement } from '../../finance/v1/ClientStatement.ts';
import type { GetClientStatementRequest__Input as _finance_v1_GetClientStatementRequest__Input, GetClientStatementRequest as _finance_v1_GetClientStatementRequest } from '../../finance/v1/GetClientStatementRequest.ts';
import type { GetMarginRequest__Input as _finance_v1_GetMarginRequest__Input, GetMarginRequest as _finance_v1_GetMarginRequest } from '../../finance/v1/GetMarginRequest.ts';
import type { GetOpenPurchasesRequest__Input as _finance_v1_GetOpenPurchasesRequest__Input, GetOpenPurchasesRequest as _finance_v1_GetOpenPurchasesRequest } from '../../finance/v1/GetOpenPurchasesRequest.ts';
import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from '../../finance/v1/GetOrderBookRequest.ts';
import type { GetPayablesRequest__Input as _finance_v1_GetPayablesRequest__Input, GetPayablesRequest as _finance_v1_GetPayablesRequest } from '../../finance/v1/GetPayablesRequest.ts';
import type { GetReceivablesRequest__Input as _finance_v1_GetReceivablesRequest__Input, GetReceivablesRequest as _finance_v1_GetReceivablesRequest } from '../../finance/v1/GetReceivablesRequest.ts';
import type { GetTaxReportRequest__Input as _finance_v1_GetTaxReportRequest__Input, GetTaxReportRequest as _finance_v1_GetTaxReportRequest } from '../../finance/v1/GetTaxReportRequest.ts';
import type { GetToInvoiceRequest__Input as _finance_v1_GetToInvoiceRequest__Input, GetToInvoiceRequest as _finance_v1_GetToInvoiceRequest } from '../../finance/v1/GetToInvoiceRequest.ts';
import type { Margin__Input as _finance_v1_Margin__Input, Margin as _finance_v1_Margin } from '../../finance/v1/Margin.ts';
import type { OpenPurchases__Input as _finance_v1_OpenPurchases__Input, OpenPurchases as _finance_v1_OpenPurchases } from '../../finance/v1/OpenPurchases.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from '../../finance/v1/OrderBook.ts';
import type { Payables__Input as _finance_v1_Payables__Input, Payables as _finance_v1_Payables } from '../../finance/v1/Payables.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from '../../finance/v1/Pdf.ts';
import type { Receivables__Input as _finance_v1_Receivables__Input, Receivables as _finance_v1_Receivables } from '../../finance/v1/Receivables.ts';
import type { TaxReport__Input as _finance_v1_TaxReport__Input, TaxReport as _finance_v1_TaxReport } from '../../finance/v1/TaxReport.ts';
import type { ToInvoice__Input as _finance_v1_ToInvoice__Input, ToInvoice as _finance_v1_ToInvoice } from '../../finance/v1/ToInvoice.ts';

export interface ReportServiceClient extends grpc.Client {
  DrawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  DrawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  drawClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_Pdf>): grpc.ClientUnaryCall;
  
  GetClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  GetClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  GetClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  GetClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  getClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  getClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  getClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  getClientStatement(argument: _finance_v1_GetClientStatementRequest__Input, callback: grpc.requestCallback<_finance_v1_ClientStatement>): grpc.ClientUnaryCall;
  
  GetMargin(argument: _finance_v1_GetMarginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  GetMargin(argument: _finance_v1_GetMarginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  GetMargin(argument: _finance_v1_GetMarginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  GetMargin(argument: _finance_v1_GetMarginRequest__Input, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  getMargin(argument: _finance_v1_GetMarginRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  getMargin(argument: _finance_v1_GetMarginRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  getMargin(argument: _finance_v1_GetMarginRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  getMargin(argument: _finance_v1_GetMarginRequest__Input, callback: grpc.requestCallback<_finance_v1_Margin>): grpc.ClientUnaryCall;
  
  GetOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  GetOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  GetOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  GetOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  getOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  getOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  getOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  getOpenPurchases(argument: _finance_v1_GetOpenPurchasesRequest__Input, callback: grpc.requestCallback<_finance_v1_OpenPurchases>): grpc.ClientUnaryCall;
  
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  
  GetPayables(argument: _finance_v1_GetPayablesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  GetPayables(argument: _finance_v1_GetPayablesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  GetPayables(argument: _finance_v1_GetPayablesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  GetPayables(argument: _finance_v1_GetPayablesRequest__Input, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  getPayables(argument: _finance_v1_GetPayablesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  getPayables(argument: _finance_v1_GetPayablesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  getPayables(argument: _finance_v1_GetPayablesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  getPayables(argument: _finance_v1_GetPayablesRequest__Input, callback: grpc.requestCallback<_finance_v1_Payables>): grpc.ClientUnaryCall;
  
  GetReceivables(argument: _finance_v1_GetReceivablesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  GetReceivables(argument: _finance_v1_GetReceivablesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  GetReceivables(argument: _finance_v1_GetReceivablesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  GetReceivables(argument: _finance_v1_GetReceivablesRequest__Input, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  getReceivables(argument: _finance_v1_GetReceivablesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  getReceivables(argument: _finance_v1_GetReceivablesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  getReceivables(argument: _finance_v1_GetReceivablesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  getReceivables(argument: _finance_v1_GetReceivablesRequest__Input, callback: grpc.requestCallback<_finance_v1_Receivables>): grpc.ClientUnaryCall;
  
  GetTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  GetTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  GetTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  GetTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  getTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  getTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  getTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  getTaxReport(argument: _finance_v1_GetTaxReportRequest__Input, callback: grpc.requestCallback<_finance_v1_TaxReport>): grpc.ClientUnaryCall;
  
  GetToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  GetToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  GetToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  GetToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  getToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  getToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  getToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  getToInvoice(argument: _finance_v1_GetToInvoiceRequest__Input, callback: grpc.requestCallback<_finance_v1_ToInvoice>): grpc.ClientUnaryCall;
  
}

export interface ReportServiceHandlers extends grpc.UntypedServiceImplementation {
  DrawClientStatement: grpc.handleUnaryCall<_finance_v1_GetClientStatementRequest, _finance_v1_Pdf__Input>;
  
  GetClientStatement: grpc.handleUnaryCall<_finance_v1_GetClientStatementRequest, _finance_v1_ClientStatement__Input>;
  
  GetMargin: grpc.handleUnaryCall<_finance_v1_GetMarginRequest, _finance_v1_Margin__Input>;
  
  GetOpenPurchases: grpc.handleUnaryCall<_finance_v1_GetOpenPurchasesRequest, _finance_v1_OpenPurchases__Input>;
  
  GetOrderBook: grpc.handleUnaryCall<_finance_v1_GetOrderBookRequest, _finance_v1_OrderBook__Input>;
  
  GetPayables: grpc.handleUnaryCall<_finance_v1_GetPayablesRequest, _finance_v1_Payables__Input>;
  
  GetReceivables: grpc.handleUnaryCall<_finance_v1_GetReceivablesRequest, _finance_v1_Receivables__Input>;
  
  GetTaxReport: grpc.handleUnaryCall<_finance_v1_GetTaxReportRequest, _finance_v1_TaxReport__Input>;
  
  GetToInvoice: grpc.handleUnaryCall<_finance_v1_GetToInvoiceRequest, _finance_v1_ToInvoice__Input>;
  
}

export interface ReportServiceDefinition extends grpc.ServiceDefinition {
  DrawClientStatement: MethodDefinition<_finance_v1_GetClientStatementRequest__Input, _finance_v1_Pdf__Input, _finance_v1_GetClientStatementRequest, _finance_v1_Pdf>
  GetClientStatement: MethodDefinition<_finance_v1_GetClientStatementRequest__Input, _finance_v1_ClientStatement__Input, _finance_v1_GetClientStatementRequest, _finance_v1_ClientStatement>
  GetMargin: MethodDefinition<_finance_v1_GetMarginRequest__Input, _finance_v1_Margin__Input, _finance_v1_GetMarginRequest, _finance_v1_Margin>
  GetOpenPurchases: MethodDefinition<_finance_v1_GetOpenPurchasesRequest__Input, _finance_v1_OpenPurchases__Input, _finance_v1_GetOpenPurchasesRequest, _finance_v1_OpenPurchases>
  GetOrderBook: MethodDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_OrderBook__Input, _finance_v1_GetOrderBookRequest, _finance_v1_OrderBook>
  GetPayables: MethodDefinition<_finance_v1_GetPayablesRequest__Input, _finance_v1_Payables__Input, _finance_v1_GetPayablesRequest, _finance_v1_Payables>
  GetReceivables: MethodDefinition<_finance_v1_GetReceivablesRequest__Input, _finance_v1_Receivables__Input, _finance_v1_GetReceivablesRequest, _finance_v1_Receivables>
  GetTaxReport: MethodDefinition<_finance_v1_GetTaxReportRequest__Input, _finance_v1_TaxReport__Input, _finance_v1_GetTaxReportRequest, _finance_v1_TaxReport>
  GetToInvoice: MethodDefinition<_finance_v1_GetToInvoiceRequest__Input, _finance_v1_ToInvoice__Input, _finance_v1_GetToInvoiceRequest, _finance_v1_ToInvoice>
}
