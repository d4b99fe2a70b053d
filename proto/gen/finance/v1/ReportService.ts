// Original file: proto/finance/v1/report.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetOpenPurchasesRequest__Input as _finance_v1_GetOpenPurchasesRequest__Input, GetOpenPurchasesRequest as _finance_v1_GetOpenPurchasesRequest } from '../../finance/v1/GetOpenPurchasesRequest.ts';
import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from '../../finance/v1/GetOrderBookRequest.ts';
import type { GetToInvoiceRequest__Input as _finance_v1_GetToInvoiceRequest__Input, GetToInvoiceRequest as _finance_v1_GetToInvoiceRequest } from '../../finance/v1/GetToInvoiceRequest.ts';
import type { OpenPurchases__Input as _finance_v1_OpenPurchases__Input, OpenPurchases as _finance_v1_OpenPurchases } from '../../finance/v1/OpenPurchases.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from '../../finance/v1/OrderBook.ts';
import type { ToInvoice__Input as _finance_v1_ToInvoice__Input, ToInvoice as _finance_v1_ToInvoice } from '../../finance/v1/ToInvoice.ts';

export interface ReportServiceClient extends grpc.Client {
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
  GetOpenPurchases: grpc.handleUnaryCall<_finance_v1_GetOpenPurchasesRequest, _finance_v1_OpenPurchases__Input>;
  
  GetOrderBook: grpc.handleUnaryCall<_finance_v1_GetOrderBookRequest, _finance_v1_OrderBook__Input>;
  
  GetToInvoice: grpc.handleUnaryCall<_finance_v1_GetToInvoiceRequest, _finance_v1_ToInvoice__Input>;
  
}

export interface ReportServiceDefinition extends grpc.ServiceDefinition {
  GetOpenPurchases: MethodDefinition<_finance_v1_GetOpenPurchasesRequest__Input, _finance_v1_OpenPurchases__Input, _finance_v1_GetOpenPurchasesRequest, _finance_v1_OpenPurchases>
  GetOrderBook: MethodDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_OrderBook__Input, _finance_v1_GetOrderBookRequest, _finance_v1_OrderBook>
  GetToInvoice: MethodDefinition<_finance_v1_GetToInvoiceRequest__Input, _finance_v1_ToInvoice__Input, _finance_v1_GetToInvoiceRequest, _finance_v1_ToInvoice>
}
