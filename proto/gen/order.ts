import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { AmountSum__Input as _common_v1_AmountSum__Input, AmountSum as _common_v1_AmountSum } from './common/v1/AmountSum.ts';
import type { CurrencyTotals__Input as _common_v1_CurrencyTotals__Input, CurrencyTotals as _common_v1_CurrencyTotals } from './common/v1/CurrencyTotals.ts';
import type { DateRange__Input as _common_v1_DateRange__Input, DateRange as _common_v1_DateRange } from './common/v1/DateRange.ts';
import type { Deleted__Input as _common_v1_Deleted__Input, Deleted as _common_v1_Deleted } from './common/v1/Deleted.ts';
import type { ListQuery__Input as _common_v1_ListQuery__Input, ListQuery as _common_v1_ListQuery } from './common/v1/ListQuery.ts';
import type { ListTotals__Input as _common_v1_ListTotals__Input, ListTotals as _common_v1_ListTotals } from './common/v1/ListTotals.ts';
import type { RecordRequest__Input as _common_v1_RecordRequest__Input, RecordRequest as _common_v1_RecordRequest } from './common/v1/RecordRequest.ts';
import type { Version__Input as _common_v1_Version__Input, Version as _common_v1_Version } from './common/v1/Version.ts';
import type { VersionRequest__Input as _common_v1_VersionRequest__Input, VersionRequest as _common_v1_VersionRequest } from './common/v1/VersionRequest.ts';
import type { VersionServiceClient as _common_v1_VersionServiceClient, VersionServiceDefinition as _common_v1_VersionServiceDefinition } from './common/v1/VersionService.ts';
import type { ConfirmOrderRequest__Input as _finance_v1_ConfirmOrderRequest__Input, ConfirmOrderRequest as _finance_v1_ConfirmOrderRequest } from './finance/v1/ConfirmOrderRequest.ts';
import type { CreateOrderRequest__Input as _finance_v1_CreateOrderRequest__Input, CreateOrderRequest as _finance_v1_CreateOrderRequest } from './finance/v1/CreateOrderRequest.ts';
import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from './finance/v1/ExactTax.ts';
import type { GetOrderVersionRequest__Input as _finance_v1_GetOrderVersionRequest__Input, GetOrderVersionRequest as _finance_v1_GetOrderVersionRequest } from './finance/v1/GetOrderVersionRequest.ts';
import type { ListOrdersRequest__Input as _finance_v1_ListOrdersRequest__Input, ListOrdersRequest as _finance_v1_ListOrdersRequest } from './finance/v1/ListOrdersRequest.ts';
import type { OrderPage__Input as _finance_v1_OrderPage__Input, OrderPage as _finance_v1_OrderPage } from './finance/v1/OrderPage.ts';
import type { OrderReply__Input as _finance_v1_OrderReply__Input, OrderReply as _finance_v1_OrderReply } from './finance/v1/OrderReply.ts';
import type { OrderServiceClient as _finance_v1_OrderServiceClient, OrderServiceDefinition as _finance_v1_OrderServiceDefinition } from './finance/v1/OrderService.ts';
import type { SalesOrder__Input as _finance_v1_SalesOrder__Input, SalesOrder as _finance_v1_SalesOrder } from './finance/v1/SalesOrder.ts';
import type { SalesOrderInput__Input as _finance_v1_SalesOrderInput__Input, SalesOrderInput as _finance_v1_SalesOrderInput } from './finance/v1/SalesOrderInput.ts';
import type { SalesOrderLine__Input as _finance_v1_SalesOrderLine__Input, SalesOrderLine as _finance_v1_SalesOrderLine } from './finance/v1/SalesOrderLine.ts';
import type { SalesOrderLineInput__Input as _finance_v1_SalesOrderLineInput__Input, SalesOrderLineInput as _finance_v1_SalesOrderLineInput } from './finance/v1/SalesOrderLineInput.ts';
import type { SalesOrderVersion__Input as _finance_v1_SalesOrderVersion__Input, SalesOrderVersion as _finance_v1_SalesOrderVersion } from './finance/v1/SalesOrderVersion.ts';
import type { SalesOrderVersionOutline__Input as _finance_v1_SalesOrderVersionOutline__Input, SalesOrderVersionOutline as _finance_v1_SalesOrderVersionOutline } from './finance/v1/SalesOrderVersionOutline.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from './finance/v1/Tax.ts';
import type { UpdateOrderRequest__Input as _finance_v1_UpdateOrderRequest__Input, UpdateOrderRequest as _finance_v1_UpdateOrderRequest } from './finance/v1/UpdateOrderRequest.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  common: {
    v1: {
      AmountSum: MessageTypeDefinition<_common_v1_AmountSum__Input, _common_v1_AmountSum>
      CurrencyTotals: MessageTypeDefinition<_common_v1_CurrencyTotals__Input, _common_v1_CurrencyTotals>
      DateRange: MessageTypeDefinition<_common_v1_DateRange__Input, _common_v1_DateRange>
      Deleted: MessageTypeDefinition<_common_v1_Deleted__Input, _common_v1_Deleted>
      ListQuery: MessageTypeDefinition<_common_v1_ListQuery__Input, _common_v1_ListQuery>
      ListTotals: MessageTypeDefinition<_common_v1_ListTotals__Input, _common_v1_ListTotals>
      RecordRequest: MessageTypeDefinition<_common_v1_RecordRequest__Input, _common_v1_RecordRequest>
      Version: MessageTypeDefinition<_common_v1_Version__Input, _common_v1_Version>
      VersionRequest: MessageTypeDefinition<_common_v1_VersionRequest__Input, _common_v1_VersionRequest>
      VersionService: SubtypeConstructor<typeof grpc.Client, _common_v1_VersionServiceClient> & { service: _common_v1_VersionServiceDefinition }
    }
  }
  finance: {
    v1: {
      ConfirmOrderRequest: MessageTypeDefinition<_finance_v1_ConfirmOrderRequest__Input, _finance_v1_ConfirmOrderRequest>
      CreateOrderRequest: MessageTypeDefinition<_finance_v1_CreateOrderRequest__Input, _finance_v1_CreateOrderRequest>
      ExactTax: MessageTypeDefinition<_finance_v1_ExactTax__Input, _finance_v1_ExactTax>
      GetOrderVersionRequest: MessageTypeDefinition<_finance_v1_GetOrderVersionRequest__Input, _finance_v1_GetOrderVersionRequest>
      ListOrdersRequest: MessageTypeDefinition<_finance_v1_ListOrdersRequest__Input, _finance_v1_ListOrdersRequest>
      OrderPage: MessageTypeDefinition<_finance_v1_OrderPage__Input, _finance_v1_OrderPage>
      OrderReply: MessageTypeDefinition<_finance_v1_OrderReply__Input, _finance_v1_OrderReply>
      OrderService: SubtypeConstructor<typeof grpc.Client, _finance_v1_OrderServiceClient> & { service: _finance_v1_OrderServiceDefinition }
      SalesOrder: MessageTypeDefinition<_finance_v1_SalesOrder__Input, _finance_v1_SalesOrder>
      SalesOrderInput: MessageTypeDefinition<_finance_v1_SalesOrderInput__Input, _finance_v1_SalesOrderInput>
      SalesOrderLine: MessageTypeDefinition<_finance_v1_SalesOrderLine__Input, _finance_v1_SalesOrderLine>
      SalesOrderLineInput: MessageTypeDefinition<_finance_v1_SalesOrderLineInput__Input, _finance_v1_SalesOrderLineInput>
      SalesOrderVersion: MessageTypeDefinition<_finance_v1_SalesOrderVersion__Input, _finance_v1_SalesOrderVersion>
      SalesOrderVersionOutline: MessageTypeDefinition<_finance_v1_SalesOrderVersionOutline__Input, _finance_v1_SalesOrderVersionOutline>
      Tax: MessageTypeDefinition<_finance_v1_Tax__Input, _finance_v1_Tax>
      UpdateOrderRequest: MessageTypeDefinition<_finance_v1_UpdateOrderRequest__Input, _finance_v1_UpdateOrderRequest>
    }
  }
}

