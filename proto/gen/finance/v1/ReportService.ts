// Original file: proto/finance/v1/report.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from '../../finance/v1/GetOrderBookRequest.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from '../../finance/v1/OrderBook.ts';

export interface ReportServiceClient extends grpc.Client {
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  GetOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  getOrderBook(argument: _finance_v1_GetOrderBookRequest__Input, callback: grpc.requestCallback<_finance_v1_OrderBook>): grpc.ClientUnaryCall;
  
}

export interface ReportServiceHandlers extends grpc.UntypedServiceImplementation {
  GetOrderBook: grpc.handleUnaryCall<_finance_v1_GetOrderBookRequest, _finance_v1_OrderBook__Input>;
  
}

export interface ReportServiceDefinition extends grpc.ServiceDefinition {
  GetOrderBook: MethodDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_OrderBook__Input, _finance_v1_GetOrderBookRequest, _finance_v1_OrderBook>
}
