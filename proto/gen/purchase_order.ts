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
import type { BoughtForOrder__Input as _finance_v1_BoughtForOrder__Input, BoughtForOrder as _finance_v1_BoughtForOrder } from './finance/v1/BoughtForOrder.ts';
import type { CreatePurchaseOrderRequest__Input as _finance_v1_CreatePurchaseOrderRequest__Input, CreatePurchaseOrderRequest as _finance_v1_CreatePurchaseOrderRequest } from './finance/v1/CreatePurchaseOrderRequest.ts';
import type { ExactTax__Input as _finance_v1_ExactTax__Input, ExactTax as _finance_v1_ExactTax } from './finance/v1/ExactTax.ts';
import type { GetPurchaseOrderVersionRequest__Input as _finance_v1_GetPurchaseOrderVersionRequest__Input, GetPurchaseOrderVersionRequest as _finance_v1_GetPurchaseOrderVersionRequest } from './finance/v1/GetPurchaseOrderVersionRequest.ts';
import type { ListPurchaseOrdersRequest__Input as _finance_v1_ListPurchaseOrdersRequest__Input, ListPurchaseOrdersRequest as _finance_v1_ListPurchaseOrdersRequest } from './finance/v1/ListPurchaseOrdersRequest.ts';
import type { Pdf__Input as _finance_v1_Pdf__Input, Pdf as _finance_v1_Pdf } from './finance/v1/Pdf.ts';
import type { PurchaseOrder__Input as _finance_v1_PurchaseOrder__Input, PurchaseOrder as _finance_v1_PurchaseOrder } from './finance/v1/PurchaseOrder.ts';
import type { PurchaseOrderInput__Input as _finance_v1_PurchaseOrderInput__Input, PurchaseOrderInput as _finance_v1_PurchaseOrderInput } from './finance/v1/PurchaseOrderInput.ts';
import type { PurchaseOrderItem__Input as _finance_v1_PurchaseOrderItem__Input, PurchaseOrderItem as _finance_v1_PurchaseOrderItem } from './finance/v1/PurchaseOrderItem.ts';
import type { PurchaseOrderItemInput__Input as _finance_v1_PurchaseOrderItemInput__Input, PurchaseOrderItemInput as _finance_v1_PurchaseOrderItemInput } from './finance/v1/PurchaseOrderItemInput.ts';
import type { PurchaseOrderOutline__Input as _finance_v1_PurchaseOrderOutline__Input, PurchaseOrderOutline as _finance_v1_PurchaseOrderOutline } from './finance/v1/PurchaseOrderOutline.ts';
import type { PurchaseOrderPage__Input as _finance_v1_PurchaseOrderPage__Input, PurchaseOrderPage as _finance_v1_PurchaseOrderPage } from './finance/v1/PurchaseOrderPage.ts';
import type { PurchaseOrderPatch__Input as _finance_v1_PurchaseOrderPatch__Input, PurchaseOrderPatch as _finance_v1_PurchaseOrderPatch } from './finance/v1/PurchaseOrderPatch.ts';
import type { PurchaseOrderReply__Input as _finance_v1_PurchaseOrderReply__Input, PurchaseOrderReply as _finance_v1_PurchaseOrderReply } from './finance/v1/PurchaseOrderReply.ts';
import type { PurchaseOrderServiceClient as _finance_v1_PurchaseOrderServiceClient, PurchaseOrderServiceDefinition as _finance_v1_PurchaseOrderServiceDefinition } from './finance/v1/PurchaseOrderService.ts';
import type { PurchaseOrderVersion__Input as _finance_v1_PurchaseOrderVersion__Input, PurchaseOrderVersion as _finance_v1_PurchaseOrderVersion } from './finance/v1/PurchaseOrderVersion.ts';
import type { PurchaseOrderVersionOutline__Input as _finance_v1_PurchaseOrderVersionOutline__Input, PurchaseOrderVersionOutline as _finance_v1_PurchaseOrderVersionOutline } from './finance/v1/PurchaseOrderVersionOutline.ts';
import type { ReceivePurchaseOrderRequest__Input as _finance_v1_ReceivePurchaseOrderRequest__Input, ReceivePurchaseOrderRequest as _finance_v1_ReceivePurchaseOrderRequest } from './finance/v1/ReceivePurchaseOrderRequest.ts';
import type { ReceivedItem__Input as _finance_v1_ReceivedItem__Input, ReceivedItem as _finance_v1_ReceivedItem } from './finance/v1/ReceivedItem.ts';
import type { Tax__Input as _finance_v1_Tax__Input, Tax as _finance_v1_Tax } from './finance/v1/Tax.ts';
import type { UpdatePurchaseOrderRequest__Input as _finance_v1_UpdatePurchaseOrderRequest__Input, UpdatePurchaseOrderRequest as _finance_v1_UpdatePurchaseOrderRequest } from './finance/v1/UpdatePurchaseOrderRequest.ts';

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
      BoughtForOrder: MessageTypeDefinition<_finance_v1_BoughtForOrder__Input, _finance_v1_BoughtForOrder>
      CreatePurchaseOrderRequest: MessageTypeDefinition<_finance_v1_CreatePurchaseOrderRequest__Input, _finance_v1_CreatePurchaseOrderRequest>
      ExactTax: MessageTypeDefinition<_finance_v1_ExactTax__Input, _finance_v1_ExactTax>
      GetPurchaseOrderVersionRequest: MessageTypeDefinition<_finance_v1_GetPurchaseOrderVersionRequest__Input, _finance_v1_GetPurchaseOrderVersionRequest>
      ListPurchaseOrdersRequest: MessageTypeDefinition<_finance_v1_ListPurchaseOrdersRequest__Input, _finance_v1_ListPurchaseOrdersRequest>
      Pdf: MessageTypeDefinition<_finance_v1_Pdf__Input, _finance_v1_Pdf>
      PurchaseOrder: MessageTypeDefinition<_finance_v1_PurchaseOrder__Input, _finance_v1_PurchaseOrder>
      PurchaseOrderInput: MessageTypeDefinition<_finance_v1_PurchaseOrderInput__Input, _finance_v1_PurchaseOrderInput>
      PurchaseOrderItem: MessageTypeDefinition<_finance_v1_PurchaseOrderItem__Input, _finance_v1_PurchaseOrderItem>
      PurchaseOrderItemInput: MessageTypeDefinition<_finance_v1_PurchaseOrderItemInput__Input, _finance_v1_PurchaseOrderItemInput>
      PurchaseOrderOutline: MessageTypeDefinition<_finance_v1_PurchaseOrderOutline__Input, _finance_v1_PurchaseOrderOutline>
      PurchaseOrderPage: MessageTypeDefinition<_finance_v1_PurchaseOrderPage__Input, _finance_v1_PurchaseOrderPage>
      PurchaseOrderPatch: MessageTypeDefinition<_finance_v1_PurchaseOrderPatch__Input, _finance_v1_PurchaseOrderPatch>
      PurchaseOrderReply: MessageTypeDefinition<_finance_v1_PurchaseOrderReply__Input, _finance_v1_PurchaseOrderReply>
      PurchaseOrderService: SubtypeConstructor<typeof grpc.Client, _finance_v1_PurchaseOrderServiceClient> & { service: _finance_v1_PurchaseOrderServiceDefinition }
      PurchaseOrderVersion: MessageTypeDefinition<_finance_v1_PurchaseOrderVersion__Input, _finance_v1_PurchaseOrderVersion>
      PurchaseOrderVersionOutline: MessageTypeDefinition<_finance_v1_PurchaseOrderVersionOutline__Input, _finance_v1_PurchaseOrderVersionOutline>
      ReceivePurchaseOrderRequest: MessageTypeDefinition<_finance_v1_ReceivePurchaseOrderRequest__Input, _finance_v1_ReceivePurchaseOrderRequest>
      ReceivedItem: MessageTypeDefinition<_finance_v1_ReceivedItem__Input, _finance_v1_ReceivedItem>
      Tax: MessageTypeDefinition<_finance_v1_Tax__Input, _finance_v1_Tax>
      UpdatePurchaseOrderRequest: MessageTypeDefinition<_finance_v1_UpdatePurchaseOrderRequest__Input, _finance_v1_UpdatePurchaseOrderRequest>
    }
  }
}

