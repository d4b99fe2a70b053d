import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { ExchangeRateServiceClient as _product_v1_ExchangeRateServiceClient, ExchangeRateServiceDefinition as _product_v1_ExchangeRateServiceDefinition } from './product/v1/ExchangeRateService.ts';
import type { ExchangeRates__Input as _product_v1_ExchangeRates__Input, ExchangeRates as _product_v1_ExchangeRates } from './product/v1/ExchangeRates.ts';
import type { ExchangeRatesReply__Input as _product_v1_ExchangeRatesReply__Input, ExchangeRatesReply as _product_v1_ExchangeRatesReply } from './product/v1/ExchangeRatesReply.ts';
import type { GetExchangeRatesRequest__Input as _product_v1_GetExchangeRatesRequest__Input, GetExchangeRatesRequest as _product_v1_GetExchangeRatesRequest } from './product/v1/GetExchangeRatesRequest.ts';
import type { PutExchangeRatesRequest__Input as _product_v1_PutExchangeRatesRequest__Input, PutExchangeRatesRequest as _product_v1_PutExchangeRatesRequest } from './product/v1/PutExchangeRatesRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  product: {
    v1: {
      ExchangeRateService: SubtypeConstructor<typeof grpc.Client, _product_v1_ExchangeRateServiceClient> & { service: _product_v1_ExchangeRateServiceDefinition }
      ExchangeRates: MessageTypeDefinition<_product_v1_ExchangeRates__Input, _product_v1_ExchangeRates>
      ExchangeRatesReply: MessageTypeDefinition<_product_v1_ExchangeRatesReply__Input, _product_v1_ExchangeRatesReply>
      GetExchangeRatesRequest: MessageTypeDefinition<_product_v1_GetExchangeRatesRequest__Input, _product_v1_GetExchangeRatesRequest>
      PutExchangeRatesRequest: MessageTypeDefinition<_product_v1_PutExchangeRatesRequest__Input, _product_v1_PutExchangeRatesRequest>
    }
  }
}

