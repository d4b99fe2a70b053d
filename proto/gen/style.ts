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
import type { CreateStyleRequest__Input as _product_v1_CreateStyleRequest__Input, CreateStyleRequest as _product_v1_CreateStyleRequest } from './product/v1/CreateStyleRequest.ts';
import type { ImportStylesReply__Input as _product_v1_ImportStylesReply__Input, ImportStylesReply as _product_v1_ImportStylesReply } from './product/v1/ImportStylesReply.ts';
import type { ImportStylesRequest__Input as _product_v1_ImportStylesRequest__Input, ImportStylesRequest as _product_v1_ImportStylesRequest } from './product/v1/ImportStylesRequest.ts';
import type { KitEntry__Input as _product_v1_KitEntry__Input, KitEntry as _product_v1_KitEntry } from './product/v1/KitEntry.ts';
import type { KitEntryInput__Input as _product_v1_KitEntryInput__Input, KitEntryInput as _product_v1_KitEntryInput } from './product/v1/KitEntryInput.ts';
import type { ListStylesRequest__Input as _product_v1_ListStylesRequest__Input, ListStylesRequest as _product_v1_ListStylesRequest } from './product/v1/ListStylesRequest.ts';
import type { SetKitRequest__Input as _product_v1_SetKitRequest__Input, SetKitRequest as _product_v1_SetKitRequest } from './product/v1/SetKitRequest.ts';
import type { Sku__Input as _product_v1_Sku__Input, Sku as _product_v1_Sku } from './product/v1/Sku.ts';
import type { Style__Input as _product_v1_Style__Input, Style as _product_v1_Style } from './product/v1/Style.ts';
import type { StyleInput__Input as _product_v1_StyleInput__Input, StyleInput as _product_v1_StyleInput } from './product/v1/StyleInput.ts';
import type { StylePage__Input as _product_v1_StylePage__Input, StylePage as _product_v1_StylePage } from './product/v1/StylePage.ts';
import type { StyleReply__Input as _product_v1_StyleReply__Input, StyleReply as _product_v1_StyleReply } from './product/v1/StyleReply.ts';
import type { StyleServiceClient as _product_v1_StyleServiceClient, StyleServiceDefinition as _product_v1_StyleServiceDefinition } from './product/v1/StyleService.ts';
import type { UpdateStyleRequest__Input as _product_v1_UpdateStyleRequest__Input, UpdateStyleRequest as _product_v1_UpdateStyleRequest } from './product/v1/UpdateStyleRequest.ts';

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
  product: {
    v1: {
      CreateStyleRequest: MessageTypeDefinition<_product_v1_CreateStyleRequest__Input, _product_v1_CreateStyleRequest>
      ImportStylesReply: MessageTypeDefinition<_product_v1_ImportStylesReply__Input, _product_v1_ImportStylesReply>
      ImportStylesRequest: MessageTypeDefinition<_product_v1_ImportStylesRequest__Input, _product_v1_ImportStylesRequest>
      KitEntry: MessageTypeDefinition<_product_v1_KitEntry__Input, _product_v1_KitEntry>
      KitEntryInput: MessageTypeDefinition<_product_v1_KitEntryInput__Input, _product_v1_KitEntryInput>
      ListStylesRequest: MessageTypeDefinition<_product_v1_ListStylesRequest__Input, _product_v1_ListStylesRequest>
      SetKitRequest: MessageTypeDefinition<_product_v1_SetKitRequest__Input, _product_v1_SetKitRequest>
      Sku: MessageTypeDefinition<_product_v1_Sku__Input, _product_v1_Sku>
      Style: MessageTypeDefinition<_product_v1_Style__Input, _product_v1_Style>
      StyleInput: MessageTypeDefinition<_product_v1_StyleInput__Input, _product_v1_StyleInput>
      StylePage: MessageTypeDefinition<_product_v1_StylePage__Input, _product_v1_StylePage>
      StyleReply: MessageTypeDefinition<_product_v1_StyleReply__Input, _product_v1_StyleReply>
      StyleService: SubtypeConstructor<typeof grpc.Client, _product_v1_StyleServiceClient> & { service: _product_v1_StyleServiceDefinition }
      UpdateStyleRequest: MessageTypeDefinition<_product_v1_UpdateStyleRequest__Input, _product_v1_UpdateStyleRequest>
    }
  }
}

