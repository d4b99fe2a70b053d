// Original file: proto/product/v1/exchange_rate.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ExchangeRatesReply__Input as _product_v1_ExchangeRatesReply__Input, ExchangeRatesReply as _product_v1_ExchangeRatesReply } from '../../product/v1/ExchangeRatesReply.ts';
import type { GetExchangeRatesRequest__Input as _product_v1_GetExchangeRatesRequest__Input, GetExchangeRatesRequest as _product_v1_GetExchangeRatesRequest } from '../../product/v1/GetExchangeRatesRequest.ts';
import type { PutExchangeRatesRequest__Input as _product_v1_PutExchangeRatesRequest__Input, PutExchangeRatesRequest as _product_v1_PutExchangeRatesRequest } from '../../product/v1/PutExchangeRatesRequest.ts';

export interface ExchangeRateServiceClient extends grpc.Client {
  GetExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  GetExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  GetExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  GetExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  getExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  getExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  getExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  getExchangeRates(argument: _product_v1_GetExchangeRatesRequest__Input, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  
  PutExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  PutExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  PutExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  PutExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  putExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  putExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, metadata: grpc.Metadata, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  putExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, options: grpc.CallOptions, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  putExchangeRates(argument: _product_v1_PutExchangeRatesRequest__Input, callback: grpc.requestCallback<_product_v1_ExchangeRatesReply>): grpc.ClientUnaryCall;
  
}

export interface ExchangeRateServiceHandlers extends grpc.UntypedServiceImplementation {
  GetExchangeRates: grpc.handleUnaryCall<_product_v1_GetExchangeRatesRequest, _product_v1_ExchangeRatesReply__Input>;
  
  PutExchangeRates: grpc.handleUnaryCall<_product_v1_PutExchangeRatesRequest, _product_v1_ExchangeRatesReply__Input>;
  
}

export interface ExchangeRateServiceDefinition extends grpc.ServiceDefinition {
  GetExchangeRates: MethodDefinition<_product_v1_GetExchangeRatesRequest__Input, _product_v1_ExchangeRatesReply__Input, _product_v1_GetExchangeRatesRequest, _product_v1_ExchangeRatesReply>
  PutExchangeRates: MethodDefinition<_product_v1_PutExchangeRatesRequest__Input, _product_v1_ExchangeRatesReply__Input, _product_v1_PutExchangeRatesRequest, _product_v1_ExchangeRatesReply>
}
