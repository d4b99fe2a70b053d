import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { GetOrderBookRequest__Input as _finance_v1_GetOrderBookRequest__Input, GetOrderBookRequest as _finance_v1_GetOrderBookRequest } from './finance/v1/GetOrderBookRequest.ts';
import type { OrderBook__Input as _finance_v1_OrderBook__Input, OrderBook as _finance_v1_OrderBook } from './finance/v1/OrderBook.ts';
import type { OrderBookRow__Input as _finance_v1_OrderBookRow__Input, OrderBookRow as _finance_v1_OrderBookRow } from './finance/v1/OrderBookRow.ts';
import type { ReportServiceClient as _finance_v1_ReportServiceClient, ReportServiceDefinition as _finance_v1_ReportServiceDefinition } from './finance/v1/ReportService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  finance: {
    v1: {
      GetOrderBookRequest: MessageTypeDefinition<_finance_v1_GetOrderBookRequest__Input, _finance_v1_GetOrderBookRequest>
      OrderBook: MessageTypeDefinition<_finance_v1_OrderBook__Input, _finance_v1_OrderBook>
      OrderBookRow: MessageTypeDefinition<_finance_v1_OrderBookRow__Input, _finance_v1_OrderBookRow>
      ReportService: SubtypeConstructor<typeof grpc.Client, _finance_v1_ReportServiceClient> & { service: _finance_v1_ReportServiceDefinition }
    }
  }
}

